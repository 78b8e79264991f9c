export const sharedCauseEn = {
  together: "Failed together",
  togetherWith: (number: number, place: string) =>
    `${number === 1 ? "1 other monitor" : `${number} other monitors`} ${place} failed at about the same time.`,
  moreTogether: (number: number) => `and ${number} more`,
  places: {
    address: (value: string) => `at ${value}`,
    network: (value: string) => `in network ${value}`,
    name_servers: (value: string) => `with name servers ${value}`
  }
}
