import type { TimelineEvent, TimelineEventKind } from "@mon/model"
import { Link } from "wouter"
import { Card } from "../ui/Card.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import { OlderRows } from "../ui/OlderRows.tsx"
import css from "../ui/Screen.module.css"
import { Exact } from "../ui/time.tsx"
import { eventsDe } from "./events.de.ts"
import { eventsEn } from "./events.en.ts"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import type { useDomainEvents } from "./eventQueries.ts"
import { type EventRow, eventRows } from "./eventRows.ts"

const eventWords = { en: eventsEn, de: eventsDe } as const

type Kind = TimelineEventKind | ""

const isKind = (name: string): name is TimelineEventKind => Object.hasOwn(eventsEn.kinds, name)

const states: Readonly<Partial<Record<TimelineEventKind, "bad" | "fair">>> = {
  incident_opened: "bad",
  incident_confirmed: "bad",
  location_advisory: "fair"
}

/**
 * Returns the state for an event. Pausing or deleting a monitor also closes the incident, but does not mean that the
 * site is up.
 */
const stateOf = ({ code, kind }: TimelineEvent) =>
  kind === "incident_closed" && code === "recovered" ? "good" : states[kind]

const hrefOf = ({ kind, subjectId, urlId }: TimelineEvent): string | null => {
  if (subjectId === null) return null
  if (kind.startsWith("incident_") || kind === "acknowledged") return `/incidents/${subjectId}`
  return kind === "page_changed" && urlId !== null ? `/pages/${urlId}/changes/${subjectId}` : null
}

const TIMES: ReadonlySet<string> = new Set(["validFrom", "validTo", "expiresAt"])
/** The number of characters of a fingerprint that are shown. Four bytes are enough to distinguish two certificates. */
const FINGERPRINT_SHOWN = 11

const Value = ({
  field,
  kind,
  value
}: {
  readonly field: string
  readonly kind: TimelineEventKind
  readonly value: string | null
}) => {
  const words = useScreenWords(eventWords)
  if (value === null) return words.nothing
  if (TIMES.has(field) && !Number.isNaN(Date.parse(value))) return <Exact at={value} />
  if (field === "fingerprint256" && value.length > FINGERPRINT_SHOWN)
    return <bdi title={value}>{value.slice(0, FINGERPRINT_SHOWN)}…</bdi>
  return <bdi>{kind === "response_step" ? `${value} ms` : value}</bdi>
}

/** Shows changes such as "Registrar: One Inc. → Two Inc.". For edits, shows only the names of fields. */
const Changes = ({ changes, code, kind }: Pick<TimelineEvent, "changes" | "code" | "kind">) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(eventWords)
  if (kind === "monitor_edited") {
    // Only the action `domains.update` lists the names of fields. Every other action has its own sentence.
    const fields = code === "domains.update" ? changes : []
    return fields.length === 0 ? null : (
      <span className={css["under"]}>
        <bdi>{fields.map(({ field }) => common.form.labels[field] ?? words.fields[field] ?? field).join(", ")}</bdi>
      </span>
    )
  }
  return changes.map(({ after, before, field }) => (
    <span key={field} className={css["under"]}>
      <bdi>{words.fields[field] ?? field}</bdi>: <Value field={field} kind={kind} value={before} /> →{" "}
      <Value field={field} kind={kind} value={after} />
    </span>
  ))
}

const Details = ({ event }: { readonly event: TimelineEvent }) => {
  const { words: common } = useLanguage()
  const words = useScreenWords(eventWords)
  const { by, code, kind, link, text, until } = event
  const codeText = kind === "incident_opened" ? common.fault[code ?? ""] : words.codes[code ?? ""]
  const href = hrefOf(event)
  const sentence =
    codeText === undefined || by === null
      ? (codeText ?? (by === null ? "" : words.by(by)))
      : `${codeText.replace(/\.$/u, "")} ${words.by(by)}.`
  return (
    <>
      {text === null ? null : (
        <span className={css["under"]}>
          <bdi>{text}</bdi>
        </span>
      )}
      <Changes changes={event.changes} code={code} kind={kind} />
      <span className={css["under"]}>
        {sentence === "" ? null : <bdi>{sentence} </bdi>}
        {until === null ? null : (
          <span>
            {words.until} <Exact at={until} />{" "}
          </span>
        )}
        {href === null ? null : <Link href={href}>{words.show}</Link>}
        {link === null ? null : (
          <a href={link} target="_blank" rel="noreferrer noopener nofollow">
            {words.page} ↗
          </a>
        )}
      </span>
    </>
  )
}

const Event = ({ event }: { readonly event: TimelineEvent }) => {
  const words = useScreenWords(eventWords)
  return (
    <li>
      <div className={css["row"]}>
        <span className={css["chip"]} data-state={stateOf(event)}>
          {words.kinds[event.kind]}
        </span>
        <span className={css["small"]}>
          <Exact at={event.at} />
        </span>
        <div className={css["grow"]}>
          <Details event={event} />
        </div>
      </div>
    </li>
  )
}

const Incident = ({ events }: { readonly events: EventRow }) => {
  const { format } = useLanguage()
  const words = useScreenWords(eventWords)
  const [newest] = events
  const of = (kind: TimelineEventKind) => events.find((event) => event.kind === kind)
  const [opened, closed] = [of("incident_opened"), of("incident_closed")]
  const cause = (of("incident_confirmed") ?? opened)?.text ?? null
  const href = events.map(hrefOf).find((one) => one !== null) ?? null
  return (
    <li>
      <div className={css["row"]}>
        <span className={css["chip"]} data-state={closed === undefined ? "bad" : undefined}>
          {words.incident}
        </span>
        <span className={css["small"]}>
          <Exact at={(opened ?? newest).at} />
        </span>
        <div className={css["grow"]}>
          {cause === null ? null : (
            <span className={css["under"]}>
              <bdi>{cause}</bdi>
            </span>
          )}
          <span className={css["under"]}>
            {closed === undefined
              ? words.running
              : opened === undefined
                ? words.kinds.incident_closed
                : words.lasted(format.between(Date.parse(opened.at), Date.parse(closed.at)))}{" "}
            {href === null ? null : <Link href={href}>{words.show}</Link>}
          </span>
        </div>
      </div>
      <details>
        <summary className={css["small"]}>{words.steps(events.length)}</summary>
        <ol className={css["list"]}>
          {events.map((event) => (
            <Event key={event.id} event={event} />
          ))}
        </ol>
      </details>
    </li>
  )
}

const DomainEvents = ({
  kind,
  onKind,
  query
}: {
  readonly kind: Kind
  readonly onKind: (kind: Kind) => void
  readonly query: ReturnType<typeof useDomainEvents>
}) => {
  const { format } = useLanguage()
  const words = useScreenWords(eventWords)
  return (
    <Card
      title={words.title}
      action={
        <select
          className={css["select"]}
          aria-label={words.filter}
          value={kind}
          onChange={({ target }) => onKind(isKind(target.value) ? target.value : "")}
        >
          <option value="">{words.all}</option>
          {Object.keys(words.kinds)
            .filter(isKind)
            .map((one) => (
              <option key={one} value={one}>
                {words.kinds[one]}
              </option>
            ))}
        </select>
      }
    >
      <p className={css["small"]}>{words.hint(format.zone)}</p>
      <Loaded query={query} rows={3}>
        {({ pages }) =>
          pages.flat().length === 0 ? (
            <p className={css["soft"]}>{words.none}</p>
          ) : (
            <>
              <ol className={css["list"]} aria-label={words.title}>
                {eventRows(pages.flat()).map((row) =>
                  row.length === 1 ? (
                    <Event key={row[0].id} event={row[0]} />
                  ) : (
                    <Incident key={row[0].id} events={row} />
                  )
                )}
              </ol>
              <OlderRows query={query} label={words.more} />
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

export default DomainEvents
