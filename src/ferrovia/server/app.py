"""The ASGI application: assembles the rooms, and gives every refusal the same form."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from ferrovia import __version__
from ferrovia.server.analysis.boards import Uploads
from ferrovia.server.config import Config
from ferrovia.server.http.addresses import Network, is_within, read_networks, visitor_ip
from ferrovia.server.http.middleware import RequestGuard, refusal_response, trusted_hosts
from ferrovia.server.http.rate_limits import Connections, RateLimits
from ferrovia.server.http.root_path import BelowPath
from ferrovia.server.http.routes import analysis, boards, games, lessons, links, records, reference, score, tables
from ferrovia.server.http.routes.context import Context, context_of
from ferrovia.server.http.static_files import ClientFiles, web_folder
from ferrovia.server.messages.errors import Refuse
from ferrovia.server.operations.bans import Bans
from ferrovia.server.operations.cluster import Processes
from ferrovia.server.operations.event_log import log_rows
from ferrovia.server.operations.metrics import Metrics
from ferrovia.server.operations.webhooks import Webhooks
from ferrovia.server.storage import StorageAway, open_store
from ferrovia.server.tables.registry import TableRegistry
from ferrovia.server.tables.scheduler import Scheduler

ROUTERS: Final = (
    boards.router,
    tables.router,
    analysis.router,
    games.router,
    records.router,
    lessons.router,
    links.router,
    score.router,
    reference.router,
)


def create_app(config: Config) -> FastAPI:
    limits, metrics, bans = RateLimits(), Metrics(), Bans()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = await open_store(config.database)
        await bans.read(store)
        registry = TableRegistry(config, store)
        registry.on_change += [metrics.rows, log_rows]
        scheduler, processes = Scheduler(registry), Processes(registry, bans)
        uploads, webhooks = Uploads(store), Webhooks(registry)
        app.state.context = Context(config, registry, limits, metrics, uploads, Connections(), bans)
        scheduler.start()
        processes.start()
        try:
            yield
        finally:
            registry.say_goodbye()
            await uploads.close()
            await webhooks.close()
            await scheduler.close()
            await processes.close()
            await registry.close()

    app = FastAPI(
        title="Ferrovia",
        version=__version__,
        lifespan=lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(RequestGuard, config=config, limits=limits, metrics=metrics, bans=bans)
    if config.root_path:
        app.add_middleware(BelowPath, root_path=config.root_path)
    if config.trusted_proxies:  # the outermost layer: everything else sees the visitor's own address
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=trusted_hosts(config.trusted_proxies))
    app.router.routes.append(WebSocketRoute("/api/tables/{table}/socket", tables.TableSocket()))
    for router in ROUTERS:
        app.include_router(router)
    _add_refusals(app)
    _add_operators_pages(app, config)
    _add_client(app, config)
    return app


def _add_refusals(app: FastAPI) -> None:
    @app.exception_handler(Refuse)
    async def refuse(_request: Request, refusal: Refuse) -> Response:
        return refusal_response(refusal)

    @app.exception_handler(StorageAway)
    async def away(_request: Request, _error: StorageAway) -> Response:
        return refusal_response(Refuse("database/away", 503))

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> Response:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"])
        return refusal_response(Refuse("message/not_understood", 422, problem=f"{place}: {problem['msg']}"[:200]))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 413:
            return refusal_response(Refuse("limit/too_large", 413, most=context_of(request).config.limits.body))
        code = {404: "page/unknown", 405: "page/method"}.get(error.status_code, "page/refused")
        response = refusal_response(Refuse(code, error.status_code))
        response.headers.update(error.headers or {})
        return response


def _add_operators_pages(app: FastAPI, config: Config) -> None:
    readers = metrics_readers(config.metrics_for)

    @app.head("/healthz", include_in_schema=False)
    @app.get("/healthz", tags=["operators"])
    async def healthz(request: Request) -> Response:
        """200 while the database answers and accepts writes."""
        try:
            await context_of(request).registry.check_writing()
            frozen = await context_of(request).registry.store.count("frozen")
        except StorageAway:
            return JSONResponse({"database": "away"}, 503)
        return JSONResponse({"database": "well", "version": __version__, "tables_frozen": frozen})

    @app.get("/metrics", tags=["operators"])
    async def metrics(request: Request) -> Response:
        """Counters for Prometheus, for readers that the operator allows."""
        if readers is not None and not is_within(visitor_ip(request.scope), readers):
            raise Refuse("page/unknown", 404)
        context = context_of(request)
        registry = context.registry
        lives = list(registry.tables.values())
        gauges: dict[str, float] = {
            "tables_open": len(lives),
            "tables_frozen": await registry.store.count("frozen"),
            "tables_playing": sum(live.state.status == "playing" for live in lives),
            "sockets": sum(len(live.listeners) for live in lives),
            "bots_thought_total": registry.bot_workers.thought,
            "bots_stuck_total": registry.bot_workers.stuck,
            "bots_thinking_seconds_total": registry.bot_workers.turns.seconds,
            "bots_waiting": registry.bot_workers.turns.waiting,
            "commits_total": registry.store.commits,
        }
        return PlainTextResponse(context.metrics.text(gauges), media_type="text/plain; version=0.0.4")


def metrics_readers(allowed: tuple[str, ...]) -> list[Network] | None:
    """The networks that may read the metrics: None for all, empty for `nobody`. ValueError for an invalid address."""
    if not allowed:
        return None
    return read_networks((each for each in allowed if each != "nobody"), "a reader of the metrics")


def _add_client(app: FastAPI, config: Config) -> None:
    files = ClientFiles(web_folder(config.web), config.root_path)

    @app.api_route("/static/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def static(name: str, request: Request) -> Response:
        found = files.static(name, request)
        if found is None:
            raise Refuse("page/unknown", 404)
        return found

    @app.get("/api/{rest:path}", include_in_schema=False)
    async def no_such_call(rest: str) -> Response:
        raise Refuse("page/unknown", 404)

    @app.api_route("/{name:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def client(name: str, request: Request) -> Response:
        return files.page(name, request)
