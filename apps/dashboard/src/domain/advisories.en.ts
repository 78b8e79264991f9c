/** The texts about locations that contradict most others. */
export const advisoriesEn = {
  down: (location: string) => `The location ${location} sees this site down.`,
  downMeans: "Most other locations see it up, so there is no incident and no alert.",
  up: (location: string) => `The location ${location} still sees this site up.`,
  upMeans: "Most other locations see it down.",
  since: "First seen"
}
