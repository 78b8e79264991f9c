import type postgres from "postgres"

/**
 * Returns the rows of a query as tuples in the order of its columns. The caller chooses the type, which must match the
 * statement. For a row with many columns, the driver takes several times as long to make an object as to make a tuple.
 */
export const tuples = <Row extends ReadonlyArray<unknown>>(
  query: postgres.PendingQuery<Array<postgres.Row>>
): PromiseLike<ReadonlyArray<Row>> => query.values() as unknown as PromiseLike<ReadonlyArray<Row>>
