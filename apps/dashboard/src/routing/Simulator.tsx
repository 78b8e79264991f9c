import type { RoutedFactKind, RouteSimulation, SimulatedMoment, SimulatedRecipient } from "@mon/model"
import { monitorKinds } from "@mon/model/facts"
import { useState } from "react"
import { shownState } from "../api/monitors.ts"
import { useMonitors, useStatus } from "../api/queries.ts"
import { useChannelKinds, useChannels } from "../alerts/channelQueries.ts"
import { clockChangeOf } from "../form/clockChange.ts"
import { useClockHint } from "../form/clockSentence.ts"
import { Field } from "../form/Field.tsx"
import { instantOf } from "../form/zonedTime.ts"
import { Card } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { StateMark } from "../ui/StateMark.tsx"
import screen from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useSimulation } from "./routeQueries.ts"
import css from "../alerts/Routes.module.css"
import { routesWords } from "../alerts/routesWords.ts"
import { ownValue } from "../words/ownValue.ts"

type Named = Pick<SimulatedRecipient, "kind" | "name" | "target">

const useRecipientName = (): ((recipient: Named) => string) => {
  const { gone, targets } = useScreenWords(routesWords)
  const services = useChannelKinds().data ?? []
  return ({ kind, name, target }) => {
    const medium = services.find((one) => one.kind === kind)?.name ?? kind ?? ownValue(targets, target)
    if (medium === undefined) return name === target ? gone : name
    return name === target ? medium : `${medium}: ${name}`
  }
}

const Recipient = ({
  moment,
  recipient
}: {
  readonly moment: SimulatedMoment
  readonly recipient: SimulatedRecipient
}) => {
  const words = useScreenWords(routesWords)
  const nameOf = useRecipientName()
  const channel = useChannels().data?.find(({ id }) => id === recipient.target)
  const { reason, sendsAt } = recipient
  return (
    <li>
      <bdi className={sendsAt === null ? screen["soft"] : undefined}>{nameOf(recipient)}</bdi>
      {reason === null ? null : <span className={screen["small"]}> · {words.reasons[reason]}</span>}
      {sendsAt === null || typeof channel?.failingSince !== "string" ? null : (
        <b className={screen["bad"]}>
          {" "}
          · {words.failingSince} <Exact at={channel.failingSince} />
        </b>
      )}
      {sendsAt === null || sendsAt === moment.at ? null : (
        <span className={screen["small"]}>
          {" "}
          · <Exact at={sendsAt} />
        </span>
      )}
    </li>
  )
}

const Moment = ({ moment }: { readonly moment: SimulatedMoment }) => {
  const { format } = useLanguage()
  const words = useScreenWords(routesWords)
  const { afterMinutes, at, recipients, reminder, step } = moment
  return (
    <li data-reminder={reminder === null ? undefined : ""}>
      <span>
        <b>{afterMinutes === 0 ? words.now : words.plus(format.seconds(afterMinutes * 60))}</b>
        <span className={screen["under"]}>
          {reminder === null ? words.step(step ?? 1) : words.reminderNumber(reminder)} · <Exact at={at} />
        </span>
      </span>
      <ul>
        {recipients.map((recipient) => (
          <Recipient key={`${recipient.target}:${recipient.name}`} moment={moment} recipient={recipient} />
        ))}
      </ul>
    </li>
  )
}

const useNoteText = () => {
  const { format } = useLanguage()
  const words = useScreenWords(routesWords)
  const until = useStatus().data?.notificationsPausedUntil ?? null
  return (code: RouteSimulation["notes"][number]["code"]): string =>
    code === "alerts_paused" && until !== null
      ? words.pausedUntil(format.dateTime(Date.parse(until)))
      : words.notes[code]
}

const Outcome = ({ simulation }: { readonly simulation: RouteSimulation }) => {
  const words = useScreenWords(routesWords)
  const noteText = useNoteText()
  const nameOf = useRecipientName()
  const { hasMore, moments, notes, recovery, routeName } = simulation
  return (
    <div className={screen["text"]}>
      <p>{words.takenBy(routeName ?? words.defaultName)}</p>
      {notes.map(({ blocks, code }) => (
        <p key={code} className={blocks ? screen["notice"] : screen["small"]}>
          {noteText(code)}
        </p>
      ))}
      {moments.length === 0 ? <p>{words.nobodyAtAll}</p> : null}
      <ol className={css["line"]}>
        {moments.map((moment) => (
          <Moment key={`${moment.afterMinutes}:${moment.step ?? "reminder"}`} moment={moment} />
        ))}
      </ol>
      {hasMore ? <p className={screen["small"]}>{words.moreReminders}</p> : null}
      {recovery.length === 0 ? null : (
        <p>{words.recovery(recovery.map((recipient) => nameOf(recipient)).join(", "))}</p>
      )}
    </div>
  )
}

export const Simulator = () => {
  const { format, words: common } = useLanguage()
  const words = useScreenWords(routesWords)
  const monitors = (useMonitors().data ?? []).toSorted((one, other) => one.name.localeCompare(other.name))
  const [id, setId] = useState("")
  const [wanted, setWanted] = useState<RoutedFactKind>("down")
  const monitor = monitors.find((one) => one.id === id)
  const kinds: ReadonlyArray<RoutedFactKind> = monitorKinds[monitor?.kind ?? "domain"].alerts
  const kind = kinds.includes(wanted) ? wanted : (kinds[0] ?? "down")
  const [time, setTime] = useState("")
  const hint = useClockHint(clockChangeOf(format.zone, time)) ?? words.startHint
  const query = useSimulation(id, kind, instantOf(format.zone, time))
  return (
    <Card title={words.simulate}>
      <p className={css["about"]}>{words.simulateHint}</p>
      <div className={css["two"]}>
        <Field label={words.monitor}>
          {(shared) => (
            <select {...shared} value={id} onChange={({ target }) => setId(target.value)}>
              <option value="">{words.chooseMonitor}</option>
              {monitors.map(({ host, id: value, name }) => (
                <option key={value} value={value}>
                  {name === host ? name : `${name} (${host})`}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.alert}>
          {(shared) => (
            <select
              {...shared}
              value={kind}
              onChange={({ target }) => setWanted(kinds.find((one) => one === target.value) ?? "down")}
            >
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {words.kinds[one]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={words.start(format.zone)} hint={hint}>
          {(shared) => (
            <input {...shared} type="datetime-local" value={time} onChange={({ target }) => setTime(target.value)} />
          )}
        </Field>
      </div>
      {monitor === undefined ? null : (
        <p>
          <StateMark state={shownState(monitor.state, monitor.certProblem)} />{" "}
          {words.stateNow(common.state[shownState(monitor.state, monitor.certProblem)])}
        </p>
      )}
      {id === "" ? null : (
        <Loaded query={query} rows={3}>
          {(simulation) => <Outcome simulation={simulation} />}
        </Loaded>
      )}
    </Card>
  )
}
