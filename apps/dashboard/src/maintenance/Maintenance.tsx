import type { MaintenanceWindow } from "@mon/model"
import { useState } from "react"
import { Link } from "wouter"
import { monitorPath } from "../api/monitors.ts"
import { useMonitors, useTags } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { Nothing, Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useRemoval } from "../ui/useRemoval.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { maintenanceEndpoints, rereadMaintenance, useMaintenanceWindows } from "../api/maintenanceQueries.ts"
import { maintenanceWords } from "./maintenanceWords.ts"
import { coveredIds } from "./Targets.tsx"
import { recursText, timesText } from "./windowTimes.ts"
import { WindowDialog } from "./WindowDialog.tsx"

/** The number of a window's monitors that are shown by name. */
const NAMES_SHOWN = 3
const SECONDS_PER_MINUTE = 60

const chipOf = { active: "fair", stopped: "bad", scheduled: undefined, ended: undefined } as const

const Covered = ({ window }: { readonly window: MaintenanceWindow }) => {
  const words = useScreenWords(maintenanceWords)
  const monitors = useMonitors().data ?? []
  const tags = useTags(useManages()).data ?? []
  const ids = coveredIds(window)
  const covered = monitors.filter(({ id }) => ids.includes(id))
  const rest = ids.length - Math.min(covered.length, NAMES_SHOWN)
  // People who may not manage tags cannot list all tags, but they see the tags of their own monitors.
  const names = new Map([...monitors.flatMap((monitor) => monitor.tags), ...tags].map(({ id, name }) => [id, name]))
  const others = [
    ...(window.wholeAccount ? [words.everything] : []),
    ...window.tagIds.map((id) => {
      const name = names.get(id)
      return name === undefined ? words.taggedUnseen : words.tagged(name)
    }),
    ...(rest === 0 ? [] : [words.more(rest)])
  ]
  return (
    <span className={css["under"]}>
      {words.covers}{" "}
      {covered.slice(0, NAMES_SHOWN).map(({ id, kind, name }, index) => (
        <span key={id}>
          {index === 0 ? null : ", "}
          <Link href={monitorPath({ id, kind })}>
            <bdi>{name}</bdi>
          </Link>
        </span>
      ))}
      {others.length === 0 ? null : `${covered.length === 0 ? "" : ", "}${others.join(", ")}`}
    </span>
  )
}

const Times = ({ window }: { readonly window: MaintenanceWindow }) => {
  const words = useScreenWords(maintenanceWords)
  const { format, words: common } = useLanguage()
  const { current, endedAt, minutes, next, recurrence, timezone } = window
  const recurs = recursText(window, common.language)
  return (
    <p className={css["small"]}>
      {current === null ? null : (
        <>
          {words.states.active} {words.until} <Exact at={current.endsAt} />.{" "}
        </>
      )}
      {next === null ? null : (
        <>
          {words.next}{" "}
          <time dateTime={next.startsAt}>
            {timesText(next, timezone, format.language)} ({timezone})
          </time>
          .{" "}
        </>
      )}
      {endedAt === null ? null : (
        <>
          {words.states.ended} <Exact at={endedAt} />.{" "}
        </>
      )}
      {words.minutes(format.seconds(minutes * SECONDS_PER_MINUTE))}
      {recurrence === null ? null : (
        <>
          {" · "}
          {recurs ?? (
            <>
              {words.byRule} <code>{recurrence}</code>
            </>
          )}
          {next === null ? ` (${timezone})` : null}
        </>
      )}
    </p>
  )
}

const Row = ({
  onEdit,
  onEnd,
  onRemove,
  window
}: {
  readonly window: MaintenanceWindow
  readonly onEdit: () => void
  readonly onEnd: () => void
  readonly onRemove: () => void
}) => {
  const words = useScreenWords(maintenanceWords)
  const { canEdit, name, published, state } = window
  return (
    <li className={css["text"]}>
      <div className={css["row"]}>
        <span className={css["grow"]}>
          <span className={css["strong"]}>
            <bdi>{name}</bdi>
          </span>
          <Covered window={window} />
        </span>
        <span className={css["chip"]} data-state={chipOf[state]}>
          {words.states[state]}
        </span>
      </div>
      {published ? null : <p className={css["small"]}>{words.unpublished}</p>}
      {state === "stopped" ? <p className={css["small"]}>{words.stoppedHint}</p> : null}
      <Times window={window} />
      {canEdit ? (
        <div className={css["row"]}>
          {state === "active" ? (
            <Button aria-label={words.endOne(name)} onClick={onEnd}>
              {words.end}
            </Button>
          ) : null}
          {state === "ended" ? null : (
            <Button aria-label={words.editOne(name)} onClick={onEdit}>
              {words.edit}
            </Button>
          )}
          <Button kind="danger" aria-label={words.removeOne(name)} onClick={onRemove}>
            {words.remove}
          </Button>
        </div>
      ) : null}
    </li>
  )
}

const Maintenance = () => {
  const words = useScreenWords(maintenanceWords)
  const sentence = useSentence()
  const query = useMaintenanceWindows()
  const [edited, setEdited] = useState<MaintenanceWindow | "new" | null>(null)
  const canCreate = (useMonitors().data ?? []).some(({ canWrite }) => canWrite)
  const end = async ({ id, name }: MaintenanceWindow) => {
    try {
      await maintenanceEndpoints.end(id)
      notify(words.ended(name))
    } catch (error) {
      notify(sentence(error))
    }
    await rereadMaintenance()
  }
  const removal = useRemoval<MaintenanceWindow>(
    words,
    async ({ id }) => {
      await maintenanceEndpoints.remove(id)
      await rereadMaintenance()
    },
    (window) => (
      <>
        <p>
          <b>
            <bdi>{window?.name}</bdi>
          </b>
        </p>
        <p>{words.removeHint}</p>
      </>
    )
  )
  return (
    <Screen
      title={words.title}
      actions={
        <>
          <Curl path="/maintenance-windows" />
          <Button kind="primary" disabled={!canCreate} onClick={() => setEdited("new")}>
            {words.create}
          </Button>
        </>
      }
    >
      <Loaded query={query}>
        {(windows) =>
          windows.length === 0 ? (
            <Nothing title={words.none} hint={words.noneHint} />
          ) : (
            <ul className={css["list"]}>
              {windows.map((window) => (
                <Row
                  key={window.id}
                  window={window}
                  onEdit={() => setEdited(window)}
                  onEnd={() => void end(window)}
                  onRemove={() => removal.ask(window)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <WindowDialog open={edited !== null} window={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      {removal.question}
    </Screen>
  )
}

export default Maintenance
