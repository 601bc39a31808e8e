/**
 * The shapes of what the board is drawn from. Types alone; nothing here runs.
 *
 * @typedef {{ kind: 'land'|'water'|'park'|'river'|'canal'|'street'|'graticule'|'name', d: string, width?: number,
 *   text?: string, size?: number }} Shape
 * @typedef {{ x: number, y: number, anchor: string, size: number, lines: string[], box: number[] }} LabelPlace
 * @typedef {{ x: number, y: number, label: LabelPlace }} CityPlace
 * @typedef {[number, number, number, number, number]} SpacePlace  middle x, middle y, degrees, length, width
 * @typedef {{ cities: string[], twin: number|null, spaces: SpacePlace[], bed: string, path: string, middle: [number,
 *   number, number] }} RoutePlace
 * @typedef {{ view: [number, number, number, number], style: { space_width: number, city_radius: number, line_height:
 *   number },
 *   cities: Record<string, CityPlace>, routes: RoutePlace[], scenery: { base: 'land'|'water', shapes: Shape[] } }}
 *   Layout  as the server sends it
 *
 * @typedef {{ id: string, name: string, attraction: boolean, district: number|null }} City
 * @typedef {{ id: string, cities: number[], length: number, color: string|null, ferry: number, tunnel: boolean, carts:
 *   boolean, twin: number|null }} Route
 * @typedef {{ cities: City[], routes: Route[], card_colors?: string[], words?: { vehicle: string } }} Board
 *   facts, in the order of the board file
 *
 * @typedef {(key: string, gaps?: Record<string, string | number>) => string} Speak  the text of a key
 *
 * Everything the board shows; cities, routes and seats are numbers.
 * @typedef {object} Position
 * @property {Record<number, number>} owners       seat of every claimed route
 * @property {Record<number, number>} stations     seat of every station, by city
 * @property {Set<number>} [wanted]                cities of one's own open tickets: a ring in the colour of `you`
 * @property {number|null} [you]                   one's own seat
 * @property {Set<number>} [closed]                routes that nobody may claim
 * @property {number|null} [chosen]                the route that is being paid for
 * @property {number|null} [chosenCity]            the city where a station is being built
 * @property {Set<number>|null} [lit]              routes of a shown path; all others step back
 * @property {Set<number>|null} [litCities]        cities to be shown with it
 * @property {Set<number>|null} [keep]             routes that do not step back, though not lit
 * @property {boolean} [aside]                     step back what is neither lit nor kept even if nothing is lit
 * @property {Set<number>|null} [playable]         routes that can be claimed now
 * @property {Set<number>|null} [playableCities]   cities where one can build now; arrows then walk over cities
 * @property {(route: number) => string} [say]     what a screen reader hears for a route
 * @property {(city: number) => string} [sayCity]
 */
export {};
