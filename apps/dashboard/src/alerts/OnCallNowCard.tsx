import { Link } from "wouter"
import { Card } from "../ui/Card.tsx"
import css from "../ui/Screen.module.css"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { OnCallNowText } from "./OnCallNowText.tsx"
import { useOnCallNow } from "./onCallQueries.ts"
import { onCallNowWords } from "./onCallNowWords.ts"

/** Shows who is on call in each schedule, in the viewer's time zone. Shows nothing if there are no schedules. */
const OnCallNowCard = () => {
  const words = useScreenWords(onCallNowWords)
  const { format } = useLanguage()
  const schedules = useOnCallNow().data ?? []
  if (schedules.length === 0) return null
  return (
    <Card title={words.title}>
      <ul className={css["list"]}>
        {schedules.map((now) => (
          <li key={now.scheduleId} className={css["text"]}>
            <Link href={`/on-call/${now.scheduleId}`}>
              <bdi>{now.scheduleName}</bdi>
            </Link>
            <div>
              <OnCallNowText now={now} zone={format.zone} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export default OnCallNowCard
