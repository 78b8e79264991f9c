// Prints as JSON how a browser starts for the user of this process.
import { testChromium } from "../src/index.ts"

console.log(JSON.stringify(await testChromium({ executablePath: process.env["MON_CHROMIUM_PATH"] ?? null })))
