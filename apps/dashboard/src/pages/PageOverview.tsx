import type { PageChange, PageDetails, PageMonitor } from "@mon/model"
import { Link } from "wouter"
import { pageEndpoints } from "../api/pageEndpoints.ts"
import { ContentFaultText } from "../monitors/ContentFaultText.tsx"
import { ContentRemark } from "../monitors/ContentRemark.tsx"
import { DayBar } from "../monitors/DayBar.tsx"
import { ResponseCard } from "../monitors/ResponseCard.tsx"
import shared from "../monitors/Monitor.module.css"
import { useChartRange } from "../monitors/useChartRange.ts"
import { DiagnosisCard } from "../monitors/DiagnosisCard.tsx"
import { Card, Facts } from "../ui/Card.tsx"
import { ServiceMessage } from "../ui/ServiceMessage.tsx"
import { Ago, Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { ComparedText } from "./ComparedText.tsx"
import { imagePath } from "./imagePath.ts"
import css from "./Page.module.css"
import { storePage, useChanges, usePageTimeline, useScreenshots } from "./pageQueries.ts"
import { previewWords } from "../monitors/previewWords.ts"
import { pagesWords } from "./pagesWords.ts"

/** The code of a check that Mon could not perform. Such a check says nothing about the page. */
const UNMADE = "prober_fault"

/** The code of a check that found signs of a broken site in the page. */
const BROKEN = "content_fault"

/** The number of changes on the overview. All changes are on a separate tab. */
const LATEST = 5

const Notice = ({ page }: { readonly page: PageMonitor }) => {
  const { words } = useLanguage()
  const text = useScreenWords(pagesWords)
  const { faults } = useScreenWords(previewWords)
  if (page.isPaused) return <p className={shared["notice"]}>{text.pausedNotice}</p>
  if (page.lastError === null)
    return page.status === "unknown" ? <p className={shared["notice"]}>{text.firstCheck}</p> : null
  const { code, message } = page.lastError
  if (code === UNMADE)
    return (
      <p className={shared["notice"]}>
        <b>{words.fault[code]}.</b> <ServiceMessage message={message} />
      </p>
    )
  if (code === BROKEN && page.contentFault !== null)
    return (
      <p className={`${shared["notice"]} ${shared["down"]}`}>
        <b>{words.fault[code]}.</b> <ContentFaultText fault={page.contentFault} />
      </p>
    )
  return (
    <p className={`${shared["notice"]} ${shared["down"]}`}>
      <b>{text.cannotRead(faults[code] ?? words.fault[code] ?? code.replaceAll("_", " "))}</b>{" "}
      <ServiceMessage message={message} />
    </p>
  )
}

export const ChangeList = ({ changes, id }: { readonly id: string; readonly changes: ReadonlyArray<PageChange> }) => {
  const { format } = useLanguage()
  const text = useScreenWords(pagesWords)
  return (
    <ul className={css["changes"]}>
      {changes.map((change) => (
        <li key={change.id}>
          <Link href={`/pages/${id}/changes/${change.id}`}>
            <Exact at={change.detectedAt} />
          </Link>
          <span>
            <b className={css["added"]}>+{format.number(change.addedLines)}</b>{" "}
            <b className={css["removed"]}>−{format.number(change.removedLines)}</b>{" "}
            <span className={css["soft"]}>
              {text.sections(change.changeCount)} · {text.unchangedText(format.share(change.similarity))}
            </span>
          </span>
          {change.isSeen ? null : <span className={css["new"]}>{text.isNew}</span>}
        </li>
      ))}
    </ul>
  )
}

/**
 * Returns the text for a page without stored changes. The page may still have changed if its first check failed or its
 * changes were deleted.
 */
const useUnchanged = ({ changeCount, createdAt, lastCheckedAt, status }: PageMonitor): string => {
  const { format } = useLanguage()
  const text = useScreenWords(pagesWords)
  if (lastCheckedAt === null) return text.firstCheck
  return changeCount === 0 && status === "active" ? text.baseline(format.date(Date.parse(createdAt))) : text.noChanges
}

export const LatestChanges = ({ page }: { readonly page: PageMonitor }) => {
  const text = useScreenWords(pagesWords)
  const { data } = useChanges(page.id)
  const unchanged = useUnchanged(page)
  return (
    <Card
      title={text.latest}
      action={
        data === undefined || data.length <= LATEST ? null : (
          <Link href={`/pages/${page.id}/changes`}>{text.allChanges}</Link>
        )
      }
    >
      {data === undefined ? null : data.length === 0 ? (
        <p className={css["soft"]}>{unchanged}</p>
      ) : (
        <ChangeList id={page.id} changes={data.slice(0, LATEST)} />
      )}
    </Card>
  )
}

const LastPicture = ({ page }: { readonly page: PageMonitor }) => {
  const text = useScreenWords(pagesWords)
  const [shot] = useScreenshots(page.id).data ?? []
  if (!page.screenshotEnabled) return <p className={css["soft"]}>{text.noPictures}</p>
  if (shot === undefined) return <p className={css["soft"]}>{text.picturesNone}</p>
  return (
    <figure className={css["shot"]}>
      <Link href={`/pages/${page.id}/pictures`} className={css["frame"]}>
        <img src={imagePath(shot.thumbnailUrl)} alt={text.pictures} loading="lazy" />
      </Link>
      <figcaption className={css["soft"]}>
        <Ago at={shot.capturedAt} />
      </figcaption>
    </figure>
  )
}

const Compared = ({ page }: { readonly page: PageMonitor }) => {
  const { format } = useLanguage()
  const text = useScreenWords(pagesWords)
  const { changeCount, createdAt, lastCheckedAt, lastResponseTimeMs, lastStatusCode, nextCheckAt } = page
  const answer = [
    ...(lastStatusCode === null ? [] : [`HTTP ${lastStatusCode}`]),
    ...(lastResponseTimeMs === null ? [] : [format.milliseconds(lastResponseTimeMs)])
  ]
  return (
    <Card title={text.compared}>
      <ComparedText page={page}>{page.screenshotEnabled ? <li>{text.comparedPicture}</li> : null}</ComparedText>
      <Facts
        rows={[
          [text.every, format.seconds(page.checkInterval)],
          [text.lastCheck, lastCheckedAt === null ? null : <Exact key="last" at={lastCheckedAt} />],
          [text.answer, answer.length === 0 ? null : answer.join(" · ")],
          [text.nextCheck, nextCheckAt === null ? null : <Exact key="next" at={nextCheckAt} />],
          [text.changesTotal, text.since(changeCount, format.date(Date.parse(createdAt)))]
        ]}
      />
      <LastPicture page={page} />
    </Card>
  )
}

const Responses = ({ page }: { readonly page: PageMonitor }) => {
  const { changesTotal } = useScreenWords(pagesWords)
  const { range, setRange } = useChartRange("30d")
  const { data: timeline, isError } = usePageTimeline(page.id, range)
  return (
    <ResponseCard
      before={<span data-phase="wait">p50</span>}
      after={<span className={css["mark"]}>{changesTotal}</span>}
      isError={isError}
      onRange={setRange}
      range={range}
      timeline={timeline}
    />
  )
}

const Reachable = ({ page }: { readonly page: PageMonitor }) => {
  const { words } = useLanguage()
  const text = useScreenWords(pagesWords)
  const days = usePageTimeline(page.id, "90d").data?.days ?? []
  return (
    <section className={shared["wide"]} aria-label={text.history}>
      <p className={shared["figures"]}>
        <span className={css["soft"]}>{text.history}</span>
        <span className={shared["hint"]}>{words.domain.barHint}</span>
      </p>
      <DayBar href={`/pages/${page.id}/changes`} days={days} />
    </section>
  )
}

export const PageOverview = ({ page }: { readonly page: PageDetails }) => (
  <>
    <Notice page={page} />
    {page.isPaused || page.status === "error" ? null : (
      <ContentRemark
        monitor={page}
        onChange={async (contentFaults) => storePage(await pageEndpoints.update(page.id, { contentFaults }))}
      />
    )}
    <div className={`${shared["parts"]} ${css["parts"]}`}>
      <div className={css["column"]}>
        {page.isPaused ? null : <DiagnosisCard diagnosis={page.diagnosis} />}
        <LatestChanges page={page} />
        <Reachable page={page} />
        <Responses page={page} />
      </div>
      <Compared page={page} />
    </div>
  </>
)
