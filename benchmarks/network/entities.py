"""A body that knows the board: routes, cities and tickets share weights and exchange what they know along the map.

    table  = relu(a row without the numbers of routes, or all of it)
    entity = relu(its numbers @ shared + its facts @ shared + a vector of its own + table @ shared)
    cities += relu(sum of the routes that end there)          in each round; before the first, of the tickets
    routes += relu(routes, the sum of their two cities, and the table)
    table  += relu(table, and mean and maximum of the routes)

A route's output comes from the route, a station's from its city, all others from the table. Outputs, gates and values
mean the same as those of `Model`. It is not shipped: `bodies` compares the two. Arrays have the entity first and the
row of the batch second, so that a sum over the map is one product of matrices.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from ferrovia.bots.network.features import Features
from ferrovia.bots.network.network import Network, times_sparse
from ferrovia.bots.planner.plan_view import CARD_FIELDS, ROUTE_FIELDS
from ferrovia.environments.facts import ROUTE_COLUMNS
from ferrovia.training.model import Heads, first_bias

KINDS: Final = ("routes", "cities", "tickets")
TINY: Final = 1e-5
NEAR: Final = 0.5  # weight of a route in the sum of a city, which has about five


class Layout:
    """Where the numbers of each entity are in a row, its constant facts, and which city each route and ticket joins."""

    def __init__(self, features: Features, whole: bool) -> None:
        """The table's vector sees the numbers of tickets and cities too, and those of routes if it sees the `whole`."""
        encoding, routes, cards = features.encoding, features.routes, features.cards
        facts, indices = encoding.board_entities, encoding.entity_indices
        nothing = features.size  # a column after the last that is always 0
        at = encoding.size
        roles = at + np.arange(ROUTE_FIELDS * routes).reshape(ROUTE_FIELDS, routes).T
        at += ROUTE_FIELDS * routes
        needs = at + np.arange(CARD_FIELDS * cards).reshape(CARD_FIELDS, cards).T
        by_card = np.concatenate([indices["cards"], needs], axis=1)
        colors = facts["routes"][:, len(ROUTE_COLUMNS) :]
        of_color = np.where(colors.any(axis=1)[:, None], by_card[1 + colors.argmax(axis=1)], nothing)
        own = np.concatenate([indices["routes"], roles], axis=1)
        self.columns: dict[str, Any] = {
            "routes": np.concatenate([own, of_color], axis=1),
            "cities": indices["cities"],
            "tickets": indices["tickets"],
        }
        self.table = np.arange(features.size) if whole else np.setdiff1d(np.arange(features.size), own)
        road = dict(zip(ROUTE_COLUMNS, facts["routes"].T, strict=False))
        plain = [road["length"] / 4, road["points"] / 8, *(road[name] for name in ("ferry", "tunnel", "carts", "gray"))]
        self.facts: dict[str, Any] = {
            "routes": np.concatenate([np.stack(plain, axis=1), colors], axis=1),
            "cities": facts["cities"][:, 2:3],
            "tickets": facts["tickets"][:, 2:] / np.array([10, 1], dtype=np.float32),
        }
        self.joins = {kind: _joins(facts[kind], len(facts["cities"])) for kind in ("routes", "tickets")}


def _joins(facts: Any, cities: int) -> Any:
    """One line per city, one column per route or ticket."""
    joins = np.zeros((cities, len(facts)), dtype=np.float32)
    for end in range(2):
        joins[facts[:, end].astype(int), np.arange(len(facts))] = NEAR
    return joins


class Round(nn.Module):
    """One exchange between cities, routes and the table; starts as the identity for routes and table."""

    def __init__(self, width: int, table: int) -> None:
        super().__init__()
        self.city = nn.Linear(width, width)
        self.route = nn.Linear(width, width)
        self.route_cities = nn.Linear(width, width, bias=False)
        self.route_table = nn.Linear(table, width, bias=False)
        self.route_out = nn.Linear(width, width, bias=False)
        self.table = nn.Linear(table, table)
        self.table_routes = nn.Linear(2 * width, table, bias=False)
        self.table_out = nn.Linear(table, table, bias=False)
        nn.init.zeros_(self.route_out.weight)
        nn.init.zeros_(self.table_out.weight)

    def forward(self, routes: Any, cities: Any, table: Any, joins: Any) -> tuple[Any, Any, Any]:
        cities = cities + functional.relu(self.city(_sum(joins, routes)))
        told = _sum(joins.T, self.route_cities(cities)) + self.route_table(table)
        routes = routes + self.route_out(functional.relu(self.route(routes) + told))
        seen = torch.cat([routes.mean(0), routes.amax(0)], dim=1)
        table = table + self.table_out(functional.relu(self.table(_even(table)) + self.table_routes(seen)))
        return routes, cities, table


def _sum(joins: Any, values: Any) -> Any:
    """Sums of entities' vectors, one for each line of `joins`; of PyTorch or NumPy."""
    return (joins @ values.reshape(len(values), -1)).reshape(len(joins), *values.shape[1:])


def _even(values: Any) -> Any:
    return values * torch.rsqrt(values.square().mean(-1, keepdim=True) + TINY)


class EntityModel(Heads):
    """The body in PyTorch."""

    def __init__(self, features: Features, width: int, table: int, rounds: int, whole: bool) -> None:
        super().__init__(features)
        self.whole, layout = whole, Layout(features, whole)
        self.enter, self.fact = nn.ModuleDict(), nn.ModuleDict()
        self.own = nn.ParameterDict()
        for kind in KINDS:
            count, numbers = layout.columns[kind].shape
            self.enter[kind] = nn.Linear(numbers, width)
            self.fact[kind] = nn.Linear(layout.facts[kind].shape[1], width, bias=False)
            self.own[kind] = nn.Parameter(0.1 * torch.randn(count, width))
            self.register_buffer(f"columns_{kind}", torch.from_numpy(layout.columns[kind]), persistent=False)
            self.register_buffer(f"facts_{kind}", torch.from_numpy(layout.facts[kind]), persistent=False)
        self.tell = nn.Linear(table, width * len(KINDS), bias=False)
        self.city_tickets = nn.Linear(width, width, bias=False)
        self.first = nn.Linear(len(layout.table), table)
        self.rounds = nn.ModuleList([Round(width, table) for _ in range(rounds)])
        entities = features.routes + features.cities
        self.route_last, self.city_last = nn.Linear(width, 1, bias=False), nn.Linear(width, 1, bias=False)
        self.last = nn.Linear(table, features.outputs - entities, bias=False)
        for layer, inputs in ((self.route_last, width), (self.city_last, width), (self.last, table)):
            nn.init.normal_(layer.weight, std=0.01 / inputs**0.5)
        self.bias = nn.Parameter(first_bias(features))
        self.register_buffer("columns_table", torch.from_numpy(layout.table), persistent=False)
        for kind, joins in layout.joins.items():
            self.register_buffer(f"joins_{kind}", torch.from_numpy(joins), persistent=False)

    def _enter(self, kind: str, numbers: Any, told: Any) -> Any:
        columns, facts = getattr(self, f"columns_{kind}"), getattr(self, f"facts_{kind}")
        same = self.fact[kind](facts) + self.own[kind]
        return functional.relu(self.enter[kind](numbers[:, columns].transpose(0, 1)) + same[:, None] + told)

    def outputs(self, rows: Any) -> Any:
        with torch.autocast("cuda", dtype=torch.bfloat16, enabled=rows.is_cuda):
            return self._outputs(rows).float()

    def _outputs(self, rows: Any) -> Any:
        numbers = functional.pad(rows.float() * self.scale, (0, 1))
        table = functional.relu(self.first(numbers[:, self.columns_table]))
        told = self.tell(table).chunk(len(KINDS), dim=1)
        routes, cities, tickets = (self._enter(kind, numbers, each) for kind, each in zip(KINDS, told, strict=True))
        cities = cities + self.city_tickets(_sum(self.joins_tickets, tickets))
        for one in self.rounds:
            routes, cities, table = one(routes, cities, table, self.joins_routes)
        by_route = self.route_last(functional.relu(routes))[..., 0].T
        by_city = self.city_last(functional.relu(cities))[..., 0].T
        rest = self.last(functional.relu(_even(table)))
        return _in_order(self.features, rest, by_route, by_city, torch.cat) + self.bias

    def arrays(self) -> dict[str, Any]:
        """All parameters by name, as NumPy arrays."""
        return {name: value.detach().cpu().numpy() for name, value in self.state_dict().items()}


def _in_order(features: Features, rest: Any, routes: Any, cities: Any, join: Any) -> Any:
    """The outputs in the order of `Features`: general actions, routes, payment colours, stations, the rest."""
    general, cards = features.general, features.cards
    parts = [rest[:, :general], routes, rest[:, general : general + cards]]
    if features.cities:
        parts.append(cities)
    return join([*parts, rest[:, general + cards :]], 1)


class EntityNetwork(Network):
    """The body in NumPy."""

    def __init__(self, features: Features, arrays: dict[str, Any], whole: bool) -> None:
        self.features, self.about = features, {}
        layout = Layout(features, whole)
        get = {name: np.ascontiguousarray(array.T) if array.ndim == 2 else array for name, array in arrays.items()}
        scale = np.append(features.scale, np.float32(0))
        self._columns = layout.columns
        self._table = layout.table
        get["first.weight"] *= scale[layout.table][:, None]
        for kind in KINDS:  # a number has the same scale for all entities; the column that is always 0 has none
            get[f"enter.{kind}.weight"] *= scale[layout.columns[kind]].max(axis=0)[:, None]
        self._same = {
            kind: (layout.facts[kind] @ get[f"fact.{kind}.weight"] + arrays[f"own.{kind}"] + get[f"enter.{kind}.bias"])
            for kind in KINDS
        }
        self._joins, self._joined = layout.joins, layout.joins["routes"].T.copy()
        self._arrays = get
        self.rounds = sum(name.endswith(".route_out.weight") for name in arrays)

    def _enter(self, kind: str, numbers: Any, told: Any) -> Any:
        seen = np.ascontiguousarray(numbers[:, self._columns[kind]].transpose(1, 0, 2))
        hidden = _times(seen, self._arrays[f"enter.{kind}.weight"])
        hidden += self._same[kind][:, None]
        hidden += told
        return np.maximum(hidden, 0, out=hidden)

    def outputs(self, rows: Any) -> Any:
        """All outputs for a batch of rows."""
        get, joins = self._arrays, self._joins["routes"]
        numbers = np.zeros((len(rows), rows.shape[1] + 1), dtype=np.float32)
        numbers[:, :-1] = rows
        table = times_sparse(rows[:, self._table], get["first.weight"])
        table += get["first.bias"]
        np.maximum(table, 0, out=table)
        told = (table @ get["tell.weight"]).reshape(len(rows), len(KINDS), -1)
        routes, cities, tickets = (self._enter(kind, numbers, told[:, at]) for at, kind in enumerate(KINDS))
        cities += _times(_sum(self._joins["tickets"], tickets), get["city_tickets.weight"])
        for number in range(self.rounds):
            name = f"rounds.{number}."
            inner = _times(_sum(joins, routes), get[name + "city.weight"])
            inner += get[name + "city.bias"]
            cities += np.maximum(inner, 0, out=inner)
            inner = _times(routes, get[name + "route.weight"])
            inner += _sum(self._joined, _times(cities, get[name + "route_cities.weight"]))
            inner += table @ get[name + "route_table.weight"] + get[name + "route.bias"]
            routes += _times(np.maximum(inner, 0, out=inner), get[name + "route_out.weight"])
            seen = np.concatenate([np.add.reduce(routes, 0) / np.float32(len(routes)), np.maximum.reduce(routes, 0)], 1)
            inner = _even_array(table) @ get[name + "table.weight"]
            inner += seen @ get[name + "table_routes.weight"]
            inner += get[name + "table.bias"]
            table += np.maximum(inner, 0, out=inner) @ get[name + "table_out.weight"]
        by_route = (np.maximum(routes, 0) @ get["route_last.weight"])[..., 0].T
        by_city = (np.maximum(cities, 0) @ get["city_last.weight"])[..., 0].T if self.features.cities else None
        rest = np.maximum(_even_array(table), 0) @ get["last.weight"]
        return _in_order(self.features, rest, by_route, by_city, np.concatenate) + get["bias"]


def _times(values: Any, matrix: Any) -> Any:
    """Every entity's vector times a matrix, as one product."""
    return (values.reshape(-1, values.shape[-1]) @ matrix).reshape(*values.shape[:-1], -1)


def _even_array(values: Any) -> Any:
    squares = np.vecdot(values, values)[..., None] / np.float32(values.shape[-1])
    return values / np.sqrt(squares + np.float32(TINY))
