/// The engines above tables, each after those that it calls.
struct TableEngines {
  let spectators: Spectators
  let exchange: TableExchange
  let publisher: TablePublisher
  let service: TableService
  let carriedMatches: CarriedMatches

  init(_ tables: Tables) {
    spectators = Spectators(TableViews(tables))
    exchange = TableExchange(spectators)
    publisher = TablePublisher(exchange)
    service = TableService(exchange)
    carriedMatches = CarriedMatches(service)
  }
}
