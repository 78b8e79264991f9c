import type { StatusPageHost, StatusPageHostState } from "@mon/model"

const states: Readonly<Record<StatusPageHostState, string>> = {
  waiting_for_txt: "Waiting for the TXT record",
  waiting_for_address: "Waiting for the address",
  active: "Active",
  failing: "TXT record missing",
  taken: "Used by another page",
  released: "Released"
}

const explained: Readonly<Record<StatusPageHostState, string>> = {
  waiting_for_txt:
    "Publish both records where you manage this domain's DNS. We query them every 10 minutes on the first day, then once a day.",
  waiting_for_address:
    "The TXT record is published, but the name does not resolve to this service. Publish the second record. If you use a CDN, the state changes when the first reader opens the page.",
  active: "Readers can open the page at this name. Leave the TXT record in place, because we query it every day.",
  failing: "Readers can still open the page, but the TXT record is missing. Publish it again.",
  taken:
    "The TXT record is published, but another status page already uses this name. The name becomes available 7 days after that page's TXT record is removed.",
  released:
    "The TXT record was missing for 7 days, so readers can no longer open the page at this name. To get the name back, publish the record again and choose “Check now”."
}

const purposes: Readonly<Record<StatusPageHost["records"][number]["purpose"], string>> = {
  proof: "Proves that the name is yours",
  address: "Sends readers here"
}

export const ownHostEn = {
  title: "Custom host name",
  hint: "Readers can open the page at a name in your domain, such as status.example.com. The page's address on this service keeps working.",
  label: "Host name",
  set: "Set the host name",
  change: "Use another host name",
  notInPlan: "Your plan does not include custom host names for status pages.",
  upgrade: "Show plans",
  states,
  explained,
  purposes,
  stopped: "Stopped: not in your plan",
  stoppedHint:
    "Your plan allows fewer custom host names, so the newest ones have stopped. Get a larger plan, or remove an older one.",
  releasesAt: "Will be released:",
  type: "Type",
  name: "Name",
  value: "Value",
  copyOne: (field: string, type: string) => `Copy: ${field} of the ${type} record`,
  checked: "Last checked",
  never: "Not checked yet",
  check: "Check now",
  checking: "Checking…",
  remove: "Remove",
  removeTitle: (hostname: string) => `Remove ${hostname}?`,
  removeHint: "From now on, readers can open the page only at its address on this service.",
  wasSet: (hostname: string) => `${hostname} was set.`,
  wasRemoved: (hostname: string) => `${hostname} was removed.`
}

export type OwnHostWords = typeof ownHostEn
