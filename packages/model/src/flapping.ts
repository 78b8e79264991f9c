/**
 * The rules for flapping. After `transitions` changes of state within `hours` hours, one notice replaces the alerts of
 * a domain. Once a state has lasted for `calmMinutes`, alerts are sent again.
 */
export const flapping = { transitions: 6, hours: 24, calmMinutes: 60 } as const
