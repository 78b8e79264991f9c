const CHOICE = "mon.declinedZone"

export const isZoneDeclined = (zone: string): boolean => localStorage.getItem(CHOICE) === zone

export const declineZone = (zone: string): void => localStorage.setItem(CHOICE, zone)
