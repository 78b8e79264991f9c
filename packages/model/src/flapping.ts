/**
 * With this many changes of its state in these hours, one notice replaces the alerts of a domain. A state that lasts so
 * many minutes is announced again.
 */
export const flapping = { transitions: 6, hours: 24, calmMinutes: 60 } as const
