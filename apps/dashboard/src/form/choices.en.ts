/** The English words of a long list from which people choose. */
export const choicesEn = {
  search: "Search for a monitor",
  moreMonitors: (count: number) => `${count} more. Type to find them.`
}
