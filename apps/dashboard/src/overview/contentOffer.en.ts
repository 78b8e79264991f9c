const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

export const contentOfferEn = {
  title: "Broken pages can count as outages",
  intro: (count: number) =>
    `Mon can now count an error message, a suspended or parked site, or an empty page as an outage even if the status is 200. For ${count} ${plural(count, "monitor", "monitors")}, Mon currently only shows a remark about such a page.`,
  none: "None of these monitors would be down now.",
  would: (count: number) => `${count} of these monitors would be down now:`,
  more: (count: number) => `and ${count} more`,
  all: "Count as outage for all monitors",
  later: "Not now",
  laterHint: "You can change this later in the settings of each monitor.",
  confirmTitle: "Count broken pages as outages?",
  confirm: (count: number) =>
    `After their next checks, ${count} ${plural(count, "monitor", "monitors")} will be down, and Mon will send alerts.`,
  done: (count: number) => `Broken pages now count as outages for ${count} ${plural(count, "monitor", "monitors")}.`,
  failed: (count: number, reason: string) => `${count} ${plural(count, "monitor", "monitors")} unchanged: ${reason}`,
  dismissed:
    "Mon will not offer this again. Broken pages of these monitors do not count as outages: Mon only shows a remark about them."
}
export type ContentOfferWords = typeof contentOfferEn
