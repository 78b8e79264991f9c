export const advisoriesEn = {
  down: (location: string) => `The location ${location} sees this site as down.`,
  downMeans: "Most other locations see it as up, so there is no incident and no alert.",
  up: (location: string) => `The location ${location} still sees this site as up.`,
  upMeans: "Most other locations see it as down.",
  since: "First seen"
}
