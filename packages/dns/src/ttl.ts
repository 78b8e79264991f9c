/** The smallest time to live that the records tell, in seconds; null when none does. */
export const smallestTtl = (records: ReadonlyArray<object>): number | null => {
  const ttls = records.flatMap((record) => ("ttl" in record && typeof record.ttl === "number" ? [record.ttl] : []))
  return ttls.length === 0 ? null : Math.min(...ttls)
}
