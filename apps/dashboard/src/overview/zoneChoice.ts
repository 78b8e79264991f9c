const CHOICE = "mon.declinedZone"

/** Returns whether the person has declined a time zone in this browser. */
export const isZoneDeclined = (zone: string): boolean => localStorage.getItem(CHOICE) === zone

/** Records in this browser that the person has declined a time zone. */
export const declineZone = (zone: string): void => localStorage.setItem(CHOICE, zone)
