import type { GeneralKind } from "../api/generalKinds.ts"

const plural = (count: number, one: string, other: string): string => (count === 1 ? one : other)

interface OfKind {
  readonly title: string
  readonly one: string
  readonly many: string
  readonly add: string
  readonly welcome: { readonly title: string; readonly hint: string }
  readonly paused: string
  readonly readOnly: string
}

const kindWordsOf = ({ many, one, ...own }: OfKind) => ({
  ...own,
  count: (count: string) => `${count} ${count === "1" ? one : many}`,
  filter: "Filter by name",
  sorts: { attention: "needs attention first", name: "name", uptime: "lowest uptime", changed: "last change" },
  columns: { name: "Name", uptime: "Uptime, 30 d", changed: "Last change", why: "What is wrong" },
  downNow: "Down now:",
  never: "none",
  none: `No matching ${many}`,
  noneHint: (hidden: number) => `The filters hide ${hidden} ${plural(hidden, one, many)}.`,
  create: `Create the ${one}`,
  tabs: { label: `Parts of this ${one}`, overview: "Overview", incidents: "Incidents", settings: "Settings" },
  bulk: {
    bar: `Actions for the selected ${many}`,
    readOnly: `You can see but not change some of these ${many}.`,
    paused: (count: number) => `${count} ${plural(count, `${one} is`, `${many} are`)} paused.`,
    resumed: (count: number) => `${count} ${plural(count, `${one} is`, `${many} are`)} monitored again.`,
    tagged: (tag: string, count: number) => `${tag}: ${count} ${plural(count, one, many)}.`,
    tagTitle: `Tag the selected ${many}`,
    removed: (count: number) => `${count} ${plural(count, `${one} was`, `${many} were`)} deleted.`,
    failed: (count: number, reason: string) => `${count} ${plural(count, one, many)} unchanged: ${reason}`,
    removeTitle: (count: number) => `Delete ${count} ${plural(count, one, many)}?`,
    removeOne: (name: string) => `Delete the ${one} ${name}?`,
    removeHint: "Monitoring stops immediately and open incidents end. This cannot be undone."
  }
})
export type KindWords = ReturnType<typeof kindWordsOf>

export const kindsEn: Readonly<Record<GeneralKind, KindWords>> = {
  heartbeat: kindWordsOf({
    title: "Heartbeats",
    one: "heartbeat",
    many: "heartbeats",
    add: "New heartbeat",
    welcome: {
      title: "Know when a job does not run",
      hint: "A cron job, a backup or a device requests a URL each time it has finished. If the request does not come in time, Mon alerts you."
    },
    paused: "This heartbeat is paused, so it can miss runs without an alert.",
    readOnly: "You can see this heartbeat but not change it."
  }),
  service: kindWordsOf({
    title: "Services",
    one: "service",
    many: "services",
    add: "New service",
    welcome: {
      title: "Monitor what is not a web site",
      hint: "Mon checks databases, mail servers, DNS servers, ports and hosts. It alerts you when one does not answer as it should."
    },
    paused: "This service is paused, so it is not checked.",
    readOnly: "You can see this service but not change it."
  })
}
