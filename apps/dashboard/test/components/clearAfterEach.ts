import { afterEach } from "vitest"
import { clear } from "./render.tsx"

afterEach(clear)
