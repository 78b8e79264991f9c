/**
 * The rules for flapping. After this many changes of state within these hours, one notice replaces the alerts of a
 * domain. Once a state has lasted for `calmMinutes`, it is announced again.
 */
export const flapping = { transitions: 6, hours: 24, calmMinutes: 60 } as const
