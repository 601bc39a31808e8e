"""The commands for people who run a server. Every setting of `serve` can also be given in the environment."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ferrovia.cli.completion import complete_bots
from ferrovia.cli.options import Json
from ferrovia.cli.output.console import OneLineErrors

server_app = typer.Typer(cls=OneLineErrors)


def setting(name: str, help: str, *flag: str, **more: Any) -> Any:
    """An option that is also read from the environment, as `FERROVIA_…`; several values are separated by spaces
    there.
    """
    return typer.Option(*flag, help=help, envvar=f"FERROVIA_{name}", **more)


class LogFormat(StrEnum):
    TEXT = "text"
    JSON = "json"


@server_app.command()
def serve(
    host: Annotated[str, setting("HOST", "Address to listen on; 0.0.0.0 for everybody on the network.")] = "127.0.0.1",
    port: Annotated[int, setting("PORT", "Port; 0 takes a free one.", min=0, max=65535)] = 8000,
    database: Annotated[
        str | None, setting("DATABASE", "A file, or postgresql://…; by default a file in your data folder.")
    ] = None,
    root_path: Annotated[
        str,
        setting("ROOT_PATH", "The path below which a proxy serves this server, such as /games; by default the root."),
    ] = "",
    trusted_proxy: Annotated[
        list[str] | None,
        setting("TRUSTED_PROXY", "Address or network of a proxy whose forwarded headers are trusted."),
    ] = None,
    origin: Annotated[list[str] | None, setting("ORIGIN", "Another origin that may open sockets.")] = None,
    bot_workers: Annotated[int, setting("BOT_WORKERS", "Processes in which bots think.", min=1, max=64)] = 1,
    boards: Annotated[
        Path | None,
        setting("BOARDS", "A folder of boards (.toml files) to offer in the lobby."),
    ] = None,
    bots: Annotated[
        list[str] | None,
        setting(
            "BOTS",
            "A bot to offer as a level: planner@2s, or Champion=program:/srv/bot.toml; may be repeated.",
            autocompletion=complete_bots,
        ),
    ] = None,
    grace: Annotated[float, setting("GRACE", "Seconds a player may be away while others wait.", min=1)] = 60.0,
    webhooks: Annotated[
        bool,
        setting("WEBHOOKS", "Let people register https addresses to call when it is their turn.", "--webhooks"),
    ] = False,
    web: Annotated[Path | None, setting("WEB", "Serve the browser client from this folder.")] = None,
    limit: Annotated[
        list[str] | None,
        setting("LIMIT", "A limit per address, such as tables=100/3600 or sockets=500; may be repeated."),
    ] = None,
    metrics_for: Annotated[
        list[str] | None,
        setting("METRICS_FOR", "Address or network that may read /metrics, or nobody; by default everybody."),
    ] = None,
    log: Annotated[LogFormat, setting("LOG", "Format of the event log on stderr.")] = LogFormat.TEXT,
    keep_games: Annotated[
        float | None,
        setting("KEEP_GAMES", "Days to keep finished and closed games; forever by default.", min=0.01),
    ] = None,
    open_browser: Annotated[bool, setting("OPEN", "Open the lobby in the browser.", "--open")] = False,
    quiet: Annotated[bool, setting("QUIET", "Report only problems.", "--quiet")] = False,
) -> None:
    """Serve tables to browsers and programs, until Ctrl-C."""
    from ferrovia.cli.commands.serve import serve_tables

    serve_tables(
        host=host,
        port=port,
        database=database,
        root_path=root_path,
        trusted_proxies=trusted_proxy or [],
        origins=origin or [],
        bot_workers=bot_workers,
        boards=boards,
        bots=bots or [],
        grace=grace,
        limits=limit or [],
        webhooks=webhooks,
        web=web,
        metrics_for=metrics_for or [],
        log=log.value,
        keep_games=keep_games,
        open_browser=open_browser,
        quiet=quiet,
    )


Database = Annotated[
    str | None,
    typer.Option(help="A file, or postgresql://…; by default the one of `ferrovia serve`.", envvar="FERROVIA_DATABASE"),
]


@server_app.command("export")
def export_games(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Folder for the records, one file per game.")],
    database: Database = None,
) -> None:
    """Write the finished games of a server as records."""
    from ferrovia.cli.commands.backup import export_tables

    export_tables(folder, database)


@server_app.command("import")
def import_games(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="Records of games.")],
    database: Database = None,
    public: Annotated[bool, typer.Option("--public", help="List them for everybody.")] = False,
) -> None:
    """Import records into a server's database as finished games."""
    from ferrovia.cli.commands.backup import import_tables

    import_tables(files, database, public=public)


@server_app.command()
def backup(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The file to write; it holds secrets of games in progress.")
    ],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace the file if it exists.")] = False,
    database: Database = None,
) -> None:
    """Back up a server's whole database to one file, while it runs."""
    from ferrovia.cli.commands.backup import back_up_database

    back_up_database(file, database, overwrite=overwrite)


@server_app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `ferrovia backup` wrote.")],
    database: Database = None,
) -> None:
    """Fill an empty database, of either kind, from a backup."""
    from ferrovia.cli.commands.backup import restore_database

    restore_database(file, database)


tables_app = typer.Typer(cls=OneLineErrors, help="Look after the tables of a server.", no_args_is_help=True)
names_app = typer.Typer(cls=OneLineErrors, help="Look after the names at a server.", no_args_is_help=True)
bans_app = typer.Typer(cls=OneLineErrors, help="Keep visitors away from a server.", no_args_is_help=True)
server_app.add_typer(tables_app, name="tables")
server_app.add_typer(names_app, name="names")
server_app.add_typer(bans_app, name="bans")

Tables = Annotated[list[str], typer.Argument(metavar="TABLE", help="Ids of tables, as in their addresses.")]
LONGEST = 100_000  # days; a time further away cannot be shown
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")]


@tables_app.command("list")
def tables_list(
    status: Annotated[str | None, typer.Option(help="Only open, playing, over, closed or frozen ones.")] = None,
    name: Annotated[str | None, typer.Option(help="Only tables where a player of this name sits or sat.")] = None,
    limit: Annotated[int, typer.Option(min=1, help="At most this many.")] = 50,
    json: Json = None,
    database: Database = None,
) -> None:
    """List tables, last changed first."""
    from ferrovia.cli.commands.administration import list_tables

    list_tables(database, status=status, name=name, limit=limit, json=json)


@tables_app.command("close")
def tables_close(tables: Tables, dry_run: DryRun = False, database: Database = None) -> None:
    """Close tables: play stops, and they stay readable."""
    from ferrovia.cli.commands.administration import close_tables

    close_tables(tables, database, dry_run=dry_run)


@tables_app.command("delete")
def tables_delete(tables: Tables, dry_run: DryRun = False, database: Database = None) -> None:
    """Delete tables permanently, with all their moves and chat."""
    from ferrovia.cli.commands.administration import delete_tables

    delete_tables(tables, database, dry_run=dry_run)


@tables_app.command("clear-chat")
def tables_clear_chat(tables: Tables, dry_run: DryRun = False, database: Database = None) -> None:
    """Remove all typed chat messages of tables permanently; preset phrases, names and games stay."""
    from ferrovia.cli.commands.administration import clear_chats

    clear_chats(tables, database, dry_run=dry_run)


@tables_app.command("prune")
def tables_prune(
    days: Annotated[float, typer.Option(min=0, max=LONGEST, help="Delete games that ended longer ago than this.")],
    dry_run: DryRun = False,
    database: Database = None,
) -> None:
    """Delete old finished and closed games now; `serve --keep-games` does it continuously."""
    from ferrovia.cli.commands.administration import prune_games

    prune_games(days, database, dry_run=dry_run)


@names_app.command("remove")
def names_remove(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The exact name.")],
    dry_run: DryRun = False,
    database: Database = None,
) -> None:
    """Remove a name from all tables, with its chat messages, even if the player has left."""
    from ferrovia.cli.commands.administration import remove_name

    remove_name(name, database, dry_run=dry_run)


@bans_app.command("list")
def bans_list(json: Json = None, database: Database = None) -> None:
    """List all bans."""
    from ferrovia.cli.commands.administration import list_bans

    list_bans(database, json=json)


@bans_app.command("add")
def bans_add(
    address: Annotated[str | None, typer.Argument(metavar="ADDRESS", help="An address or a network.")] = None,
    table: Annotated[
        str | None, typer.Option(help="Ban the browser that holds a seat at this table; needs --seat.")
    ] = None,
    seat: Annotated[int | None, typer.Option(min=0, help="The seat at that table, counted from 0.")] = None,
    days: Annotated[
        float | None, typer.Option(min=0.001, max=LONGEST, help="How many days the ban lasts; permanent if left out.")
    ] = None,
    dry_run: DryRun = False,
    database: Database = None,
) -> None:
    """Ban an address, a network, or the browser that holds a seat."""
    from ferrovia.cli.commands.administration import add_ban

    add_ban(address, database, table=table, seat=seat, days=days, dry_run=dry_run)


@bans_app.command("lift")
def bans_lift(
    who: Annotated[str, typer.Argument(metavar="WHO", help="As `ferrovia bans list` shows it.")],
    dry_run: DryRun = False,
    database: Database = None,
) -> None:
    """Lift a ban."""
    from ferrovia.cli.commands.administration import lift_ban

    lift_ban(who, database, dry_run=dry_run)
