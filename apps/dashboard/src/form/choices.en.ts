/** The words on a long list to choose from. */
export const choicesEn = {
  search: "Search for a monitor",
  moreMonitors: (count: number) => `${count} more. Type to find them.`
}
