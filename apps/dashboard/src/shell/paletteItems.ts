import { monitorKinds } from "@mon/model/facts"
import { endpoints } from "../api/endpoints.ts"
import { isGeneralKind } from "../api/generalKinds.ts"
import { kindEndpoints } from "../api/kindEndpoints.ts"
import { type Monitor, monitorPath, type ShownState, shownState } from "../api/monitors.ts"
import { queryClient, useIncidents, useMonitors, useStatus } from "../api/queries.ts"
import { useRank } from "../api/rank.ts"
import { forEachOf, refresh } from "../api/changes.ts"
import { maintenanceEndpoints, rereadMaintenance } from "../api/maintenanceQueries.ts"
import { useRefusalText, useSentence } from "../ui/Problem.tsx"
import { useDialogWords } from "./useDialogWords.ts"
import { chooseLanguage, useLanguage } from "../words/language.ts"
import { matchRank, otherWordsRank, withoutChance } from "./matchRank.ts"
import { accountDestinations, addDestination, destinationsFor, mainDestinations } from "./navigation.ts"
import { notify } from "../ui/notify.ts"

export interface PaletteItem {
  readonly id: string
  readonly label: string
  readonly note: string
  readonly mark: ShownState | null
  /** Alternative words for the item that people may type. */
  readonly otherWords?: string
  readonly run: () => void
}

const NAME_LENGTH = 100
const MAINTENANCE_MINUTES = 30
const SHOWN = 12
/** The amount by which the rank of an action is reduced, so that a screen with the same name comes first. */
const ACTION_WEIGHT = 0.5

interface Ranked {
  readonly item: PaletteItem
  readonly weight: number
}

const found = (item: PaletteItem): Ranked => ({ item, weight: 0 })
const action = (item: PaletteItem): Ranked => ({ item, weight: ACTION_WEIGHT })

const useMonitorActions = () => {
  const { words: common } = useLanguage()
  const { palette } = useDialogWords()
  const sentence = useSentence()
  const shown = useRefusalText()
  const run = async (id: string, change: (id: string) => Promise<unknown>, text: string) => {
    const { failed, reason } = await forEachOf([id], change)
    notify(failed > 0 ? common.bulk.failed(failed, shown(reason) || common.problem.noAnswer) : text)
    await refresh()
  }
  const maintain = async ({ id, kind, name }: Monitor) => {
    try {
      const title = palette.maintain(name).slice(0, NAME_LENGTH)
      await maintenanceEndpoints.create({ name: title, minutes: MAINTENANCE_MINUTES, [`${kind}Ids`]: [id] })
      notify(palette.maintenance(name))
    } catch (error) {
      notify(sentence(error))
    }
    await rereadMaintenance()
  }
  return (monitor: Monitor): ReadonlyArray<PaletteItem> => {
    if (!monitor.canWrite) return []
    const calls = kindEndpoints(monitor.kind)
    const isPaused = monitor.state === "paused"
    return [
      {
        id: `action-${monitor.id}`,
        label: isPaused ? palette.resume(monitor.name) : palette.pause(monitor.name),
        note: palette.action,
        mark: null,
        run: () =>
          void (isPaused
            ? run(monitor.id, calls.resume, palette.resumed(monitor.name))
            : run(monitor.id, calls.pause, palette.paused(monitor.name)))
      },
      ...(monitor.maintenanceUntil === null
        ? [
            {
              id: `maintenance-${monitor.id}`,
              label: palette.maintain(monitor.name),
              note: palette.action,
              mark: null,
              run: () => void maintain(monitor)
            }
          ]
        : [])
    ]
  }
}

const useAlertActions = (manages: boolean, onPause: () => void): ReadonlyArray<PaletteItem> => {
  const { palette } = useDialogWords()
  const sentence = useSentence()
  const status = useStatus().data
  if (!manages || status === undefined) return []
  const isPaused = status.notificationsPausedAt !== null
  const resume = async () => {
    try {
      await endpoints.resumeAlerts()
      notify(palette.alertsResumed)
    } catch (error) {
      notify(sentence(error))
    }
    await Promise.all(["status", "pause"].map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
  }
  return [
    {
      id: "alerts",
      label: isPaused ? palette.resumeAlerts : palette.pauseAlerts,
      note: palette.action,
      mark: null,
      run: isPaused ? () => void resume() : onPause
    }
  ]
}

/** Sends the sign-out as a form, so that the browser follows the redirect in the response. */
const signOut = () => {
  const form = document.createElement("form")
  form.method = "post"
  form.action = "/signout"
  document.body.append(form)
  form.submit()
}

const ownItem = (label: string, note: string, otherWords: string, run: () => void): PaletteItem => ({
  id: `own-${label}`,
  label,
  note,
  mark: null,
  otherWords,
  run
})

/**
 * Returns the items for settings, tools and the person's own account. These items appear only after a person has typed
 * something.
 */
const useOwnItems = (go: (path: string) => () => void): ReadonlyArray<PaletteItem> => {
  const { words } = useLanguage()
  const { palette } = useDialogWords()
  const other = words.language === "en" ? "de" : "en"
  return [
    ...palette.places.map(([path, label, otherWords]) => ownItem(label, palette.setting, otherWords, go(path))),
    ...palette.outside.map(([path, label, otherWords]) =>
      ownItem(label, palette.tool, otherWords, () => globalThis.location.assign(path))
    ),
    ownItem(words.nav.signOut, palette.action, palette.signOut, signOut),
    ownItem(words.nav.switchLanguage, palette.action, "", () => void chooseLanguage(other))
  ]
}

/** Returns the items that the palette shows for a typed text, best match first. Searches only data in memory. */
export const usePaletteItems = (
  typed: string,
  go: (path: string) => () => void,
  { onPauseAlerts, onShortcuts }: { readonly onPauseAlerts: () => void; readonly onShortcuts: () => void }
): ReadonlyArray<PaletteItem> => {
  const { format, words } = useLanguage()
  const { palette } = useDialogWords()
  const personRank = useRank()
  const monitors = useMonitors().data ?? []
  const incidents = useIncidents().data ?? []
  const actionsOf = useMonitorActions()
  const ownItems = useOwnItems(go)
  const alertActions = useAlertActions(personRank === "owner" || personRank === "admin", onPauseAlerts)
  const noteOf = (kind: Monitor["kind"], host: string): string =>
    kind === "url" ? `${host} · ${palette.page}` : isGeneralKind(kind) ? words.nav[monitorKinds[kind].screens] : host
  const place = (href: string, label: string, note = ""): PaletteItem => ({
    id: href,
    label,
    note,
    mark: null,
    run: go(href)
  })
  const places = [
    ...destinationsFor([...mainDestinations, ...accountDestinations, addDestination], personRank).map(
      ({ href, label }) => place(href, words.nav[label])
    ),
    place("/settings/alerts", words.nav.alerts, palette.setting),
    place("/settings/keys", words.nav.keys, palette.setting),
    { ...place("docs", words.nav.api), run: () => globalThis.location.assign("/docs") },
    { ...place("keys", palette.keys, "?"), run: onShortcuts }
  ]
  if (typed.trim() === "") return places
  const ranked = [
    ...places.map(found),
    ...ownItems.map(found),
    ...monitors.map(({ certProblem, host, id, kind, name, state }) =>
      found({
        id,
        label: name,
        note: noteOf(kind, host),
        mark: shownState(state, certProblem),
        run: go(monitorPath({ id, kind }))
      })
    ),
    ...incidents.map(({ domainName, id, startedAt, status }) =>
      action({
        id,
        label: domainName,
        note: palette.incident(format.dateTime(Date.parse(startedAt))),
        mark: status === "open" ? "down" : "up",
        run: go(`/incidents/${id}`)
      })
    ),
    ...alertActions.map(action),
    ...monitors.flatMap(actionsOf).map(action)
  ]
    .map(({ item, weight }) => ({
      item,
      rank:
        Math.max(matchRank(typed, `${item.label} ${item.note}`), otherWordsRank(typed, item.otherWords ?? "")) - weight
    }))
    .filter(({ rank }) => rank > 0)
  return withoutChance(ranked)
    .toSorted((one, other) => other.rank - one.rank)
    .slice(0, SHOWN)
    .map(({ item }) => item)
}
