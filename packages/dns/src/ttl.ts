/** The smallest time to live of the records in seconds; null when no record has one. */
export const smallestTtl = (records: ReadonlyArray<object>): number | null => {
  const ttls = records.flatMap((record) => ("ttl" in record && typeof record.ttl === "number" ? [record.ttl] : []))
  return ttls.length === 0 ? null : Math.min(...ttls)
}
