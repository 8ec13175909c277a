#!/usr/bin/env node
// The command `quarry`, as it is installed.
import { main } from './main.ts'

await main(process.argv.slice(2))
