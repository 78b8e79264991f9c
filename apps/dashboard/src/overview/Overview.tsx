import { monitorKinds } from "@mon/model/facts"
import { lazy, Suspense, useMemo } from "react"
import { Link } from "wouter"
import { kindNames, screensOf } from "../api/generalKinds.ts"
import { type Monitor, monitorPath, shownState } from "../api/monitors.ts"
import { useMonitors } from "../api/queries.ts"
import { useManages } from "../api/rank.ts"
import { byAttention, concernsOf, EXPIRY_DAYS } from "../monitors/attention.ts"
import { concernText } from "../monitors/concernText.ts"
import { Card } from "../ui/Card.tsx"
import { Curl } from "../ui/Curl.tsx"
import { GradeMark, StateMark } from "../ui/StateMark.tsx"
import { Ago, useNow } from "../ui/time.tsx"
import { Unloaded } from "../ui/Unloaded.tsx"
import { browserZone } from "../words/format.ts"
import { useLanguage } from "../words/language.ts"
import { DayStrip } from "./DayStrip.tsx"
import css from "./Overview.module.css"
import { isZoneDeclined } from "./zoneChoice.ts"

/** The largest number of monitors in the list of problems. The lists of the kinds show all monitors. */
const SHOWN = 12

const Need = ({ monitor }: { readonly monitor: Monitor }) => {
  const { format, words } = useLanguage()
  const now = useNow()
  const { acknowledgedBy, certProblem, changedAt, grade, host, id, kind, name, since, state, unseen } = monitor
  const concerns = concernsOf(monitor)
  const worst = concerns[0]?.kind
  const shown = shownState(state, certProblem)
  const isBad = (state === "down" && acknowledgedBy === null) || state === "error"
  const label = (
    <>
      <bdi>{name}</bdi> {name === host ? null : <span className={css["host"]}>{host}</span>}
    </>
  )
  return (
    <li className={css["need"]}>
      <StateMark state={worst === "unseen" || worst === "dns" ? "changed" : shown} />
      <Link href={`${monitorPath({ id, kind })}${worst === "dns" ? "/dns" : ""}`} className={css["name"]}>
        {label}
      </Link>
      <span className={`${css["why"]} ${isBad ? css["bad"] : shown === "refused" ? css["refused"] : ""}`}>
        <bdi>{concerns.map((concern) => concernText(words, concern)).join(" · ")}</bdi>
        {state === "down" && since !== null ? (
          <span className={css["soft"]}> · {format.between(since, now)}</span>
        ) : null}
        {(unseen > 0 || worst === "dns") && changedAt !== null ? (
          <span className={css["soft"]}> · {format.ago(changedAt, now)}</span>
        ) : null}
      </span>
      {grade === null ? null : <GradeMark grade={grade} />}
    </li>
  )
}

export const Expiries = ({ monitors }: { readonly monitors: ReadonlyArray<Monitor> }) => {
  const { words } = useLanguage()
  const ends = monitors
    .flatMap(({ certDays, id, kind, name, regDays }) =>
      kind === "url"
        ? []
        : [
            { id, name, days: certDays, what: words.overview.certificate },
            { id, name, days: regDays, what: words.overview.registration }
          ]
    )
    .flatMap(({ days, ...rest }) => (days === null || days > EXPIRY_DAYS ? [] : [{ ...rest, days }]))
    .sort((one, other) => one.days - other.days)
  return (
    <Card title={words.overview.expiries}>
      {ends.length === 0 ? (
        <p className={css["soft"]}>{words.overview.noExpiries}</p>
      ) : (
        <ul className={css["ends"]}>
          {ends.slice(0, SHOWN).map(({ days, id, name, what }) => (
            <li key={`${id} ${what}`}>
              <b className={days <= 7 ? css["bad"] : css["fair"]}>
                {days < 0 ? words.domains.expired : words.domains.days(days)}
              </b>
              <Link href={`/domains/${id}`}>
                <bdi>{name}</bdi>
              </Link>
              <span className={css["soft"]}>{what}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

export const Needs = ({ monitors }: { readonly monitors: ReadonlyArray<Monitor> }) => {
  const { words } = useLanguage()
  const needs = useMemo(
    () =>
      monitors.filter((monitor) => concernsOf(monitor).length > 0).sort(byAttention(new Intl.Collator(words.language))),
    [monitors, words.language]
  )
  const rest = needs.slice(SHOWN)
  const pending = monitors.filter(({ state }) => state === "unknown").length
  const paused = monitors.filter(({ state }) => state === "paused").length
  const watched = monitors.length - pending - paused
  return (
    <Card title={words.overview.needs}>
      {needs.length === 0 ? (
        <div className={css["fine"]}>
          <b>{words.overview.nothing}</b>
          {watched === 0 ? null : <p className={css["soft"]}>{words.overview.nothingHint(watched)}</p>}
        </div>
      ) : (
        <ul className={css["needs"]}>
          {needs.slice(0, SHOWN).map((monitor) => (
            <Need key={monitor.id} monitor={monitor} />
          ))}
        </ul>
      )}
      {rest.length > 0 ? (
        <p className={css["rest"]}>
          {kindNames.map((kind) => {
            const count = rest.filter((monitor) => monitor.kind === kind).length
            return count === 0 ? null : (
              <Link key={kind} href={screensOf(kind)}>
                {words.overview.more(count, words.nav[monitorKinds[kind].screens])}
              </Link>
            )
          })}
        </p>
      ) : null}
      {pending === 0 ? null : <p className={css["soft"]}>{words.overview.pending(pending)}</p>}
      {paused === 0 || needs.length > 0 ? null : <p className={css["soft"]}>{words.overview.paused(paused)}</p>}
    </Card>
  )
}

const ZoneOffer = lazy(() => import("./ZoneOffer.tsx"))
const ContentFaultsOffer = lazy(() => import("./ContentFaultsOffer.tsx"))
const OnCallNowCard = lazy(() => import("../alerts/OnCallNowCard.tsx"))
const OpenSourceAlerts = lazy(() => import("../alerts/OpenSourceAlerts.tsx"))
const FailingChannels = lazy(() => import("../alerts/FailingChannels.tsx"))
const Usage = lazy(() => import("./Usage.tsx"))
const Welcome = lazy(() => import("../monitors/Welcome.tsx"))

export const Overview = () => {
  const { format, words } = useLanguage()
  const { data, dataUpdatedAt, error, refetch } = useMonitors()
  const manages = useManages()
  return (
    <>
      <title>{`${words.overview.title} · ${words.app}`}</title>
      <header className={css["top"]}>
        <h1>{words.overview.title}</h1>
        {data === undefined ? null : (
          <p className={css["soft"]}>
            {format.zone} · <Ago at={dataUpdatedAt} />
          </p>
        )}
        <span className={css["end"]}>
          <Curl path="/monitors" />
        </span>
      </header>
      {data === undefined || isZoneDeclined(browserZone()) ? null : (
        <Suspense fallback={null}>
          <ZoneOffer />
        </Suspense>
      )}
      {data === undefined ? null : (
        <Suspense fallback={null}>
          <OpenSourceAlerts />
        </Suspense>
      )}
      {data === undefined ? (
        <Unloaded isPart error={error} refetch={refetch} />
      ) : data.length === 0 ? (
        <Suspense fallback={null}>
          <Welcome />
        </Suspense>
      ) : (
        <>
          {manages ? (
            <Suspense fallback={null}>
              <FailingChannels />
            </Suspense>
          ) : null}
          {manages && data.some(({ isRemarkOnly }) => isRemarkOnly) ? (
            <Suspense fallback={null}>
              <ContentFaultsOffer monitors={data} />
            </Suspense>
          ) : null}
          <div className={css["parts"]}>
            <Needs monitors={data} />
            <div className={css["aside"]}>
              <Suspense fallback={null}>
                <OnCallNowCard />
              </Suspense>
              <DayStrip />
              <Expiries monitors={data} />
              {manages ? (
                <Suspense fallback={null}>
                  <Usage />
                </Suspense>
              ) : null}
            </div>
          </div>
        </>
      )}
    </>
  )
}
