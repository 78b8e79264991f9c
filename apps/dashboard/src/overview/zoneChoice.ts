const CHOICE = "mon.declinedZone"

/** Returns whether the person has declined this time zone. */
export const isZoneDeclined = (zone: string): boolean => localStorage.getItem(CHOICE) === zone

/** Stores in this browser that the person has declined its time zone. */
export const declineZone = (zone: string): void => localStorage.setItem(CHOICE, zone)
