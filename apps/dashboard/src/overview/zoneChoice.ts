const CHOICE = "mon.declinedZone"

/** Whether the person has declined this time zone of the browser. */
export const isZoneDeclined = (zone: string): boolean => localStorage.getItem(CHOICE) === zone

/** Remembers in this browser that the person does not want its time zone. */
export const declineZone = (zone: string): void => localStorage.setItem(CHOICE, zone)
