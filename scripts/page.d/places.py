"""The places of the page that each test of all screens looks at."""

places = [
    "#/", "#/war", "#/war/new", "#/war/create", "#/war/join", "#/war/load", "#/war/statistics", "#/war/verify", "#/war/carry", "#/war/solo", "#/chat", "#/chat/new", "#/peers", "#/peers/add", "#/peers/pair",
    "#/settings", "#/account", "#/doctor", "#/search?find=tea", "#/conflicts", "#/events", "#/events/new", "#/events/grid", "#/events/month", "#/events/week", "#/events/to-do",
    "#/cards", "#/tournaments", "#/tournaments/new", "#/drawings", "#/drawings/papers", "#/drawings/artists", "#/drawings/new",
]
