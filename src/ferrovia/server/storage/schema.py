"""The tables of the database, and migrations from older versions. Only this module knows columns."""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    select,
    text,
)
from sqlalchemy.dialects import postgresql, sqlite

from ferrovia.server.storage.model import StorageAway

METADATA: Final = MetaData()

TABLES: Final = Table(
    "tables",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("board_id", String(60), nullable=False),
    Column("board_digest", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("summary", Text, nullable=False),  # seats and names for lists; totals once it is over
    Column("key", LargeBinary, nullable=False),  # SECRET until the end
    Column("last_number", Integer, nullable=False),
    Column("wake", BigInteger, nullable=True),  # when the table needs attention
    Column("finished", BigInteger, nullable=True),
    Index("tables_by_wake", "wake"),
    Index("tables_by_status", "status", "public", "changed"),
    Index("tables_by_finish", "finished"),
)

LOG: Final = Table(
    "log",
    METADATA,
    Column("table_id", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("time", BigInteger, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("by", String(10), nullable=False),
    Column("body", Text, nullable=False),
    Column("personal", Text, nullable=True),
    Column("digest", String(16), nullable=True),
    sqlite_with_rowid=False,  # keeps the rows of a table together, in order
)

TOKENS: Final = Table(
    "tokens",
    METADATA,
    Column("hash", LargeBinary, primary_key=True),
    Column("table_id", String(16), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer, nullable=True),
    Column("sitting", Integer, nullable=True),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger, nullable=True),
    Index("tokens_by_table", "table_id"),
)

HOLDERS: Final = Table(
    "holders",
    METADATA,
    Column("browser", LargeBinary, primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("kind", String(12), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("sitting", Integer, nullable=False),
    Index("holders_by_table", "table_id"),
)

BOARDS: Final = Table(
    "boards",
    METADATA,
    Column("digest", String(64), primary_key=True),
    Column("text", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("ready", Boolean, nullable=False),  # checked and played: tables may use it
    Column("layout", Text, nullable=True),
)

PRESENCE: Final = Table(
    "presence",
    METADATA,
    Column("process", String(32), primary_key=True),
    Column("table_id", String(16), primary_key=True),
    Column("seats", Integer, nullable=False),  # one bit per seat
    Column("watching", Integer, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("presence_by_table", "table_id"),
)

BANS: Final = Table(
    "bans",
    METADATA,
    Column("kind", String(10), primary_key=True),  # address or browser
    Column("who", String(64), primary_key=True),  # a network; the hash of a cookie in hexadecimal digits
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=True),  # forever if null
)

VERSION: Final = Table("schema_version", METADATA, Column("version", Integer, primary_key=True))

# Migrations from each version to the next; the last number is what METADATA describes. Never change a released one:
# existing databases have been through it. A new column has a default or may be null, so that backups of earlier
# versions can be restored.
MIGRATIONS: Final[dict[int, tuple[str, ...]]] = {
    2: (
        "CREATE TABLE bans (kind VARCHAR(10) NOT NULL, who VARCHAR(64) NOT NULL, created BIGINT NOT NULL, "
        "until BIGINT, PRIMARY KEY (kind, who))",
    ),
}
CURRENT: Final = 2


def upsert(dialect: str, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that can say what happens to rows that exist already: two processes may write the same one at once."""
    return postgresql.insert(table) if dialect == "postgresql" else sqlite.insert(table)


class SchemaTooNew(StorageAway):
    """A newer Ferrovia has written this database."""


def bring_up_to_date(connection: Connection) -> None:
    """Creates the tables, or migrates older ones to this version, in one transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(7277001)"))  # two processes may start at once
    if not inspect(connection).has_table("schema_version"):
        METADATA.create_all(connection)
        connection.execute(VERSION.insert().values(version=CURRENT))
        return
    found = connection.execute(select(VERSION.c.version)).scalar_one()
    if found > CURRENT:
        raise SchemaTooNew(f"the database has version {found}, this Ferrovia knows {CURRENT}")
    for version in range(found + 1, CURRENT + 1):
        for statement in MIGRATIONS[version]:
            connection.execute(text(statement))
    if found < CURRENT:
        connection.execute(VERSION.update().values(version=CURRENT))
