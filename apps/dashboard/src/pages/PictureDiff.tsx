import type { PageChange } from "@mon/model"
import { type PointerEvent, useEffect, useRef, useState } from "react"
import { Button } from "../ui/Button.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import css from "./Change.module.css"
import { imagePath } from "./imagePath.ts"
import { pagesWords } from "./pagesWords.ts"

export const pictureViews = ["slider", "side", "blink"] as const
export type PictureView = (typeof pictureViews)[number]

const BLINK_MS = 900
/** The distance between a difference and its frame, in pixels. It prevents the frame from covering the difference. */
const MARGIN_PX = 4

type Boxes = NonNullable<PageChange["visual"]>["boxes"]

/** Shows frames around the differences, in pixels of the picture. Highlights the chosen difference. */
const Frames = ({ boxes, chosen, size }: Places & { readonly size: Size | null }) =>
  size === null ? null : (
    <svg className={css["frames"]} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden>
      {boxes.map(({ height, width, x, y }, place) => (
        <rect
          key={`${x} ${y}`}
          data-chosen={place === chosen}
          x={x - MARGIN_PX}
          y={y - MARGIN_PX}
          width={width + 2 * MARGIN_PX}
          height={height + 2 * MARGIN_PX}
          rx={MARGIN_PX}
        />
      ))}
    </svg>
  )

interface Size {
  readonly width: number
  readonly height: number
}

/** The differences between two pictures, and the index of the chosen difference. */
interface Places {
  readonly boxes: Boxes
  readonly chosen: number
}

const Picture = ({
  alt,
  className,
  clip,
  onSize,
  src
}: {
  readonly src: string
  readonly alt: string
  readonly className?: string | undefined
  readonly clip?: string
  readonly onSize?: (size: Size) => void
}) => (
  <div className={`${css["picture"]} ${className ?? ""}`} style={clip === undefined ? undefined : { clipPath: clip }}>
    <img
      src={imagePath(src)}
      alt={alt}
      draggable={false}
      onLoad={({ currentTarget }) =>
        onSize?.({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
      }
    />
  </div>
)

interface Pair extends Places {
  readonly before: string
  readonly after: string
}

/** Returns the horizontal middle of the chosen difference, as a percentage of the width of the picture. */
const middleOf = ({ boxes, chosen }: Places, size: Size | null): number => {
  const box = boxes[chosen]
  return box === undefined || size === null ? 50 : Math.round(((box.x + box.width / 2) / size.width) * 100)
}

/**
 * Shows the old picture on the left and the new picture on the right of a movable line. The line starts in the middle
 * of the chosen difference. Both pictures have frames.
 */
const Slider = ({ after, before, boxes, chosen }: Pair) => {
  const { change } = useScreenWords(pagesWords)
  const [size, setSize] = useState<Size | null>(null)
  const [moved, setMoved] = useState({ place: -1, percent: 50 })
  const percent = moved.place === chosen ? moved.percent : middleOf({ boxes, chosen }, size)
  const setPercent = (next: number) => setMoved({ place: chosen, percent: next })
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPercent(Math.round(Math.max(0, Math.min(1, (event.clientX - left) / width)) * 100))
  }
  return (
    <>
      <label className={css["position"]}>
        <span>{change.before}</span>
        <input
          type="range"
          min={0}
          max={100}
          value={percent}
          aria-label={change.position}
          onChange={({ target }) => setPercent(Number(target.value))}
        />
        <span>{change.after}</span>
      </label>
      <div className={css["slider"]} onPointerDown={move} onPointerMove={move}>
        <Picture src={after} alt={change.after} onSize={setSize} />
        <Picture src={before} alt={change.before} className={css["over"]} clip={`inset(0 ${100 - percent}% 0 0)`} />
        <Frames boxes={boxes} chosen={chosen} size={size} />
        <div className={css["divider"]} style={{ left: `${percent}%` }} />
      </div>
    </>
  )
}

const Side = ({ after, before, boxes, chosen }: Pair) => {
  const { change } = useScreenWords(pagesWords)
  const [size, setSize] = useState<Size | null>(null)
  return (
    <div className={css["pair"]}>
      <figure>
        <figcaption>{change.before}</figcaption>
        <Picture src={before} alt={change.before} />
      </figure>
      <figure>
        <figcaption>{change.after}</figcaption>
        <div className={css["framed"]}>
          <Picture src={after} alt={change.after} onSize={setSize} />
          <Frames boxes={boxes} chosen={chosen} size={size} />
        </div>
      </figure>
    </div>
  )
}

/**
 * Shows the two pictures alternately in one place. If the device asks for reduced motion, a button switches between
 * them.
 */
const Blink = ({ after, before, boxes, chosen }: Pair) => {
  const { change } = useScreenWords(pagesWords)
  const [size, setSize] = useState<Size | null>(null)
  const [isAfter, setAfter] = useState(true)
  const [isRunning, setRunning] = useState(() => !matchMedia("(prefers-reduced-motion: reduce)").matches)
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setAfter((shown) => !shown), BLINK_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  const swap = () => {
    setRunning(false)
    setAfter(!isAfter)
  }
  return (
    <>
      <p className={css["position"]}>
        <b>{isAfter ? change.after : change.before}</b>
        <Button onClick={swap}>{change.swap}</Button>
      </p>
      <div className={css["slider"]}>
        <Picture src={after} alt={change.after} onSize={setSize} />
        {isAfter ? null : <Picture src={before} alt={change.before} className={css["over"]} />}
        <Frames boxes={boxes} chosen={chosen} size={size} />
      </div>
    </>
  )
}

const views = { slider: Slider, side: Side, blink: Blink } as const

export const PictureDiff = ({
  change,
  include,
  view
}: {
  readonly change: PageChange
  /** The parts of the page whose text is compared. Empty: the whole page. */
  readonly include: ReadonlyArray<string>
  readonly view: PictureView
}) => {
  const { format } = useLanguage()
  const text = useScreenWords(pagesWords)
  const place = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)
  const { afterScreenshotUrl: after, beforeScreenshotUrl: before, visual } = change
  const boxes = visual?.boxes ?? []
  if (before === null || after === null) {
    const only = after ?? before
    return (
      <>
        <p className={css["soft"]}>
          {only === null ? text.change.noPicture : after === null ? text.change.onlyBefore : text.change.onlyAfter}
        </p>
        {only === null ? null : <Picture src={only} alt={after === null ? text.change.before : text.change.after} />}
      </>
    )
  }
  const next = () => {
    const following = (chosen + 1) % boxes.length
    place.current?.querySelectorAll("rect")[following]?.scrollIntoView({ block: "center", behavior: "smooth" })
    setChosen(following)
  }
  const View = views[view]
  return (
    <div ref={place}>
      <p className={css["places"]}>
        {visual === null || boxes.length === 0
          ? text.change.samePicture
          : `${text.change.places(boxes.length)} · ${text.change.share(format.share(visual.changedRatio))}`}
        {boxes.length < 2 ? null : (
          <>
            <span role="status">{text.change.place(chosen + 1, boxes.length)}</span>
            <Button kind="quiet" onClick={next}>
              {text.change.nextPlace}
            </Button>
          </>
        )}
      </p>
      {include.length === 0 || boxes.length === 0 ? null : (
        <p className={css["note"]}>{text.change.wholePage(include.join(", "))}</p>
      )}
      <View before={before} after={after} boxes={boxes} chosen={chosen} />
    </div>
  )
}
