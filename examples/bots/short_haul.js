// A bot for Ferrovia in plain JavaScript: it joins its tickets by the shortest ways and keeps the cheapest ones.
// Nothing to install: `ferrovia bots --check program:examples/bots/short_haul.toml` runs it with Node.
// One JSON object a line comes in, one goes out; docs/external_bots.md tells every field.

"use strict";

const lines = require("node:readline").createInterface({ input: process.stdin });

/** @type {any} */ let board; // as the hello told it
/** @type {Map<string, any>} */ let routes;
/** @type {Map<string, any>} */ let tickets;

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    board = message.board;
    routes = new Map(board.routes.map((route) => [route.id, route]));
    tickets = new Map(board.tickets.map((ticket) => [ticket.id, ticket]));
    console.error(`seat ${message.seat} of ${message.players} on ${board.name}`); // stderr is our diary
    say({ type: "ready", protocol: 2, name: "Short Haul" });
  } else if (message.type === "decide") {
    const legal = message.legal.map((entry) => entry.text);
    say({ type: "action", id: message.id, action: choose(message.view, message.you, legal) });
  } else if (message.type === "goodbye") {
    lines.close(); // nothing is left to wait for, so Node ends
  }
});

function say(message) {
  process.stdout.write(JSON.stringify(message) + "\n");
}

/** One of the legal actions, as a text. The same question always gets the same answer: no dice, no clock. */
function choose(view, you, legal) {
  if (you.offer.length > 0) return keep(view, you, legal);
  if (view.phase === "in_tunnel") return legal.find((action) => action.startsWith("pay")) ?? "back";
  const wanted = missingRoutes(view, you);
  const route = claim(legal, wanted);
  if (route !== undefined) return route;
  const early = view.seats.every((seat) => seat.trains > 10);
  if (wanted.length === 0 && early && legal.includes("tickets")) return "tickets";
  return take(you, legal, wanted) ?? legal[0];
}

/** As few tickets as allowed, those that lack fewest trains. `keep 1 3` counts the offer from 1. */
function keep(view, you, legal) {
  const trains = you.offer.map((id) => spaces(shortestWay(view, you, tickets.get(id).cities) ?? board.routes));
  const cost = (action) =>
    action
      .split(" ")
      .slice(1)
      .reduce((sum, place) => sum + 1 + trains[place - 1], 0);
  return legal.reduce((best, action) => (cost(action) < cost(best) ? action : best));
}

/** The routes that the easiest unfinished ticket still lacks; none if all are joined or out of reach. */
function missingRoutes(view, you) {
  const left = view.seats[you.seat].trains;
  const ways = you.tickets.map((id) => shortestWay(view, you, tickets.get(id).cities));
  const open = ways.filter((way) => way !== null && way.length > 0 && spaces(way) <= left);
  return open.sort((a, b) => spaces(a) - spaces(b))[0] ?? [];
}

/** A wanted route that can be paid, with fewest wilds; once nothing is wanted, the longest one. */
function claim(legal, wanted) {
  const goal = new Set(wanted.flatMap((route) => [route.id, route.twin]));
  const offers = legal.filter((action) => action.startsWith("claim ")).map((action) => {
    const [, id, payment] = action.split(" ");
    return { action, route: routes.get(id), wilds: Number(/wild\*(\d+)/.exec(payment)?.[1] ?? 0) };
  });
  const useful = offers.filter(({ route }) => (wanted.length > 0 ? goal.has(route.id) : route.length > 2));
  useful.sort((a, b) => b.route.length - a.route.length || a.wilds - b.wilds);
  return useful[0]?.action;
}

/** A face-up card for a wanted route, else an unseen one. */
function take({ hand }, legal, wanted) {
  const favourite = board.card_colors.reduce((best, color) => (hand[color] > hand[best] ? color : best));
  for (const route of wanted) {
    const color = route.color ?? favourite;
    if (hand[color] < route.length && legal.includes(`take ${color}`)) return `take ${color}`;
  }
  return legal.includes("draw") ? "draw" : null;
}

function spaces(way) {
  return way.reduce((sum, route) => sum + route.length, 0);
}

/** The routes still to be claimed on the way that lacks fewest trains (Dijkstra); null if there is no way. */
function shortestWay(view, you, [start, goal]) {
  const best = new Map([[start, { trains: 0, way: [] }]]);
  const open = new Set([start]);
  while (open.size > 0) {
    const city = [...open].reduce((a, b) => (best.get(b).trains < best.get(a).trains ? b : a));
    open.delete(city);
    if (city === goal) return best.get(city).way;
    for (const route of board.routes.filter((route) => route.cities.includes(city))) {
      const owner = view.owners[route.id];
      if (owner !== undefined && owner !== you.seat) continue;
      if (view.closed[route.id]?.includes(you.seat)) continue; // the other half of a double is taken
      const other = route.cities[0] === city ? route.cities[1] : route.cities[0];
      const trains = best.get(city).trains + (owner === undefined ? route.length : 0);
      if (trains >= (best.get(other)?.trains ?? Infinity)) continue;
      best.set(other, { trains, way: owner === undefined ? [...best.get(city).way, route] : best.get(city).way });
      open.add(other);
    }
  }
  return null;
}
