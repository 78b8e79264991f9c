export { allTimeZones, canonicalTimeZone } from "./TimeZone.ts"
export { firstPeriodOf, zoneClock, type ZoneClock, type ZonePeriod } from "./zoneClock.ts"
