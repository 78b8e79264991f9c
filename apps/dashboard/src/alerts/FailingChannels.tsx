import { Link } from "wouter"
import css from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { useChannels } from "./channelQueries.ts"
import { channelsWords } from "./channelsWords.ts"

/** Shows the channels that should get alerts but fail. Shows nothing if all channels work. */
const FailingChannels = () => {
  const words = useScreenWords(channelsWords)
  const failing = (useChannels().data ?? []).filter(
    ({ failingSince, stoppedBy }) =>
      stoppedBy === "failing" || stoppedBy === "refused" || (stoppedBy === null && failingSince !== null)
  )
  if (failing.length === 0) return null
  return (
    <div className={css["notice"]} role="status">
      <b>{words.failingTitle}</b>
      <ul>
        {failing.map(({ id, name, stoppedBy }) => (
          <li key={id}>
            <Link href={`/channels/${id}`}>
              <bdi>{name}</bdi>
            </Link>{" "}
            · {stoppedBy === "failing" || stoppedBy === "refused" ? words.stopped[stoppedBy] : words.failingNow}
          </li>
        ))}
      </ul>
    </div>
  )
}

export default FailingChannels
