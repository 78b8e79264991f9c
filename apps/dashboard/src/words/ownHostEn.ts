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
    "Publish both records where you manage the DNS of this domain. We query them every 10 minutes on the first day, and then every day.",
  waiting_for_address:
    "The TXT record is published, but the name does not resolve to this service. Publish the second record. Behind a CDN, this state ends when the first reader opens the page.",
  active: "Readers get the page under this name. Leave the TXT record where it is: we query it every day.",
  failing: "Readers still get the page, but the TXT record is missing. Publish it again.",
  taken:
    "The TXT record is published, but another status page has already proven this name. The name becomes free 7 days after that page's TXT record is removed.",
  released:
    "The TXT record was missing for 7 days, so readers no longer get the page under this name. Publish it again and check, to get the name back."
}

const purposes: Readonly<Record<StatusPageHost["records"][number]["purpose"], string>> = {
  proof: "Proves that the name is yours",
  address: "Leads readers here"
}

/** The words of the own host name of a status page. */
export const ownHostEn = {
  title: "Own host name",
  hint: "Readers get the page under a name of your domain, such as status.example.com. The address at this service keeps working.",
  label: "Host name",
  set: "Set the host name",
  change: "Use another host name",
  notInPlan: "Your plan does not include own host names for status pages.",
  upgrade: "Show plans",
  states,
  explained,
  purposes,
  stopped: "Stopped: not in your plan",
  stoppedHint: "Your plan allows fewer own host names, and the newest stop. Upgrade your plan, or remove an older one.",
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
  removeHint: "From now on, readers reach the page only at its address at this service.",
  wasSet: (hostname: string) => `${hostname} was set.`,
  wasRemoved: (hostname: string) => `${hostname} was removed.`
}

export type OwnHostWords = typeof ownHostEn
