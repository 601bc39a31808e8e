"""What `coast.py` must know to draw North America under the USA board."""

LAYERS = (("land", "land"), ("water", "lakes"))
PROJECTION = (33.0, 47.0, 40.0, -97.0)  # two standard parallels, latitude and longitude of the origin
WINDOW = (-142.0, 12.0, -48.0, 68.0)  # west, south, east, north: what is read at all
SMOOTHING = 0.0012  # 0 would pass through every city exactly, and crumple the coast
SMALLEST_LAKE = 0.0012
MERIDIANS, PARALLELS = (-150, -45, 5), (15, 65, 5)
GRATICULE = ((14, 64), (-145, -48))  # how far meridians and parallels are drawn, in degrees

# Where the cities really are (degrees north, east). Names as in the board file.
PLACES = {
    "atlanta": (33.75, -84.39),
    "boston": (42.36, -71.06),
    "calgary": (51.05, -114.07),
    "charleston": (32.78, -79.93),
    "chicago": (41.88, -87.63),
    "dallas": (32.78, -96.80),
    "denver": (39.74, -104.99),
    "duluth": (46.79, -92.10),
    "el_paso": (31.76, -106.49),
    "helena": (46.59, -112.04),
    "houston": (29.76, -95.37),
    "kansas_city": (39.10, -94.58),
    "las_vegas": (36.17, -115.14),
    "little_rock": (34.75, -92.29),
    "los_angeles": (34.05, -118.24),
    "miami": (25.76, -80.19),
    "montreal": (45.50, -73.57),
    "nashville": (36.16, -86.78),
    "new_orleans": (29.95, -90.07),
    "new_york": (40.71, -74.01),
    "oklahoma_city": (35.47, -97.52),
    "omaha": (41.26, -95.93),
    "phoenix": (33.45, -112.07),
    "pittsburgh": (40.44, -79.99),
    "portland": (45.52, -122.68),
    "raleigh": (35.78, -78.64),
    "saint_louis": (38.63, -90.20),
    "salt_lake_city": (40.76, -111.89),
    "san_francisco": (37.77, -122.42),
    "santa_fe": (35.69, -105.94),
    "sault_st_marie": (46.51, -84.35),
    "seattle": (47.61, -122.33),
    "toronto": (43.65, -79.38),
    "vancouver": (49.28, -123.12),
    "washington": (38.91, -77.04),
    "winnipeg": (49.90, -97.14),
}
# Points without a city that keep the bending sane: real place -> where it should lie on the board (x, y).
ANCHORS: dict[tuple[float, float], tuple[float, float]] = {}
