import type { PageChange, PageMonitor } from "@mon/model"
import { useEffect, useState } from "react"
import { Link, useLocation, useSearch } from "wouter"
import { useKeys } from "../ui/keys.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Curl } from "../ui/Curl.tsx"
import { Absent, Problem, useSentence } from "../ui/Problem.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { Ago, Exact } from "../ui/time.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Change.module.css"
import { changedLinesOf } from "./changedLines.ts"
import { ComparedText } from "./ComparedText.tsx"
import { IgnoreLines } from "./IgnoreLines.tsx"
import { markSeen, useChange, useChanges, usePage } from "./pageQueries.ts"
import { ignoringWords } from "./ignoringWords.ts"
import { pagesWords } from "./pagesWords.ts"
import { PictureDiff, type PictureView, pictureViews } from "./PictureDiff.tsx"
import { TextDiff, type TextView, textViews } from "./TextDiff.tsx"
import { ownValue } from "../words/ownValue.ts"

const isPhone = (): boolean => matchMedia("(width <= 46rem)").matches

const useViews = () => {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const query = new URLSearchParams(search)
  const text = textViews.find((view) => view === query.get("text")) ?? (isPhone() ? "inline" : "side")
  const picture = pictureViews.find((view) => view === query.get("picture")) ?? "slider"
  const set = (name: "text" | "picture", view: string) => {
    query.set(name, view)
    navigate(`${path}?${query.toString()}`, { replace: true })
  }
  return { search, text, picture, set }
}

const Choice = <View extends string>({
  chosen,
  label,
  names,
  onChoose,
  views
}: {
  readonly label: string
  readonly views: ReadonlyArray<View>
  readonly names: Readonly<Record<View, string>>
  readonly chosen: View
  readonly onChoose: (view: View) => void
}) => (
  <div className={css["views"]} role="group" aria-label={label}>
    {views.map((view) => (
      <button key={view} type="button" aria-pressed={view === chosen} onClick={() => onChoose(view)}>
        {ownValue(names, view)}
      </button>
    ))}
  </div>
)

/** Returns the next newer and the next older change. Null: the list is still loading, or contains no such change. */
const useNeighbours = (id: string, change: string) => {
  const changes = useChanges(id).data
  const index = changes?.findIndex((one) => one.id === change) ?? -1
  return { newer: changes?.[index - 1] ?? null, older: index === -1 ? null : (changes?.[index + 1] ?? null) }
}

const Header = ({
  change,
  page,
  search
}: {
  readonly change: PageChange
  readonly page: PageMonitor
  readonly search: string
}) => {
  const { format, words } = useLanguage()
  const text = useScreenWords(pagesWords)
  const sentence = useSentence()
  const [, navigate] = useLocation()
  const { newer, older } = useNeighbours(page.id, change.id)
  const goTo = (other: PageChange | null) => {
    if (other !== null) navigate(`/pages/${page.id}/changes/${other.id}${search === "" ? "" : `?${search}`}`)
  }
  const mark = () =>
    void markSeen(page.id, change.id, !change.isSeen).then(
      () => notify(change.isSeen ? text.change.markedUnseen : text.change.markedSeen),
      (error: unknown) => notify(sentence(error))
    )
  useKeys({ j: () => goTo(older), k: () => goTo(newer), e: mark })
  const copy = () => navigator.clipboard.writeText(globalThis.location.href).then(() => notify(words.domain.copied))
  return (
    <>
      <header className={css["top"]}>
        <h1>
          <Link href={`/pages/${page.id}`}>
            <bdi>{page.name}</bdi>
          </Link>
          {change.isSeen ? null : <span className={css["new"]}>{text.isNew}</span>}
        </h1>
        <span className={css["soft"]}>
          <Exact at={change.detectedAt} /> · <Ago at={change.detectedAt} />
        </span>
        <span className={css["actions"]}>
          <Button disabled={older === null} onClick={() => goTo(older)}>
            ← {text.change.older} <kbd>J</kbd>
          </Button>
          <Button disabled={newer === null} onClick={() => goTo(newer)}>
            {text.change.newer} → <kbd>K</kbd>
          </Button>
          <Button kind={change.isSeen ? "plain" : "primary"} onClick={mark}>
            {change.isSeen ? text.change.notSeen : text.change.seen} <kbd>E</kbd>
          </Button>
        </span>
      </header>
      <p className={css["facts"]}>
        <a href={page.url} target="_blank" rel="noreferrer noopener">
          <bdi>{page.url}</bdi> ↗<span className={css["hidden"]}> {text.open}</span>
        </a>
        <span>
          <b className={css["added"]}>+{format.number(change.addedLines)}</b>{" "}
          <b className={css["removed"]}>−{format.number(change.removedLines)}</b> · {text.sections(change.changeCount)}{" "}
          · {text.unchangedText(format.share(change.similarity))}
        </span>
        <Curl path={`/urls/${page.id}/changes/${change.id}`} />
        {navigator.clipboard === undefined ? null : (
          <Button kind="quiet" onClick={() => void copy()}>
            {words.incident.copyLink}
          </Button>
        )}
      </p>
    </>
  )
}

const Details = ({ change, page }: { readonly change: PageChange; readonly page: PageMonitor }) => {
  const { words } = useLanguage()
  const text = useScreenWords(pagesWords)
  const { picture, search, set, text: view } = useViews()
  const ignoring = useScreenWords(ignoringWords)
  const [ignored, setIgnored] = useState<string | null>(null)
  const hasPicture = change.beforeScreenshotUrl !== null || change.afterScreenshotUrl !== null
  return (
    <>
      <title>{`${text.change.title(page.name)} · ${words.app}`}</title>
      <Header change={change} page={page} search={search} />
      <section className={css["part"]} aria-labelledby="text">
        <header className={css["head"]}>
          <h2 id="text">{text.change.text}</h2>
          {change.hunks.length === 0 ? null : (
            <span className={css["tools"]}>
              {changedLinesOf(change).length === 0 ? null : (
                <Button onClick={() => setIgnored("")}>{ignoring.open}</Button>
              )}
              <Choice<TextView>
                label={text.change.view}
                views={textViews}
                names={text.change.views}
                chosen={view}
                onChoose={(chosen) => set("text", chosen)}
              />
            </span>
          )}
        </header>
        <ComparedText page={page} />
        {change.approximate ? <p className={css["note"]}>{text.change.approximate}</p> : null}
        {change.hunks.length === 0 ? (
          <p className={css["note"]}>{text.change.noText}</p>
        ) : (
          <TextDiff hunks={change.hunks} view={view} onIgnore={setIgnored} />
        )}
      </section>
      <section className={css["part"]} aria-labelledby="picture">
        <header className={css["head"]}>
          <h2 id="picture">{text.change.picture}</h2>
          {hasPicture ? (
            <Choice<PictureView>
              label={text.change.pictureView}
              views={pictureViews}
              names={text.change.pictureViews}
              chosen={picture}
              onChoose={(chosen) => set("picture", chosen)}
            />
          ) : null}
        </header>
        <PictureDiff key={change.id} change={change} include={page.include} view={picture} />
      </section>
      <IgnoreLines page={page} change={change} line={ignored} onClose={() => setIgnored(null)} />
    </>
  )
}

/**
 * Shows one change of a page at its permalink. The id `latest` stands for the newest unseen change, or for the newest
 * change if all changes are seen.
 */
const ChangePage = ({ change: wanted, id }: { readonly id: string; readonly change: string }) => {
  const isLatest = wanted === "latest"
  const [, navigate] = useLocation()
  const page = usePage(id)
  const changes = useChanges(id)
  const change = useChange(id, isLatest ? null : wanted)
  const latest = changes.data?.find(({ isSeen }) => !isSeen)?.id ?? changes.data?.[0]?.id
  useEffect(() => {
    if (isLatest && latest !== undefined) navigate(`/pages/${id}/changes/${latest}`, { replace: true })
  }, [id, isLatest, latest, navigate])
  if (page.data !== undefined && change.data !== undefined) return <Details change={change.data} page={page.data} />
  const error = page.error ?? change.error ?? (isLatest ? changes.error : null)
  if (error !== null) {
    return (
      <Problem error={error} onRetry={() => void Promise.all([page.refetch(), change.refetch(), changes.refetch()])} />
    )
  }
  return isLatest && changes.data?.length === 0 ? <Absent /> : <Skeleton />
}

export default ChangePage
