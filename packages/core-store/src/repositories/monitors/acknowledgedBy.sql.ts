/** SQL for who acknowledged: the name or the address of a person, or else the channel of the alert. */
export const acknowledgedByName = (incident: string, person: string): string =>
  `coalesce(${person}.name, ${person}.email, ${incident}.acknowledged_channel, '')`
