// Before each file of units: they share a process, and one may have lifted the limits of its thread.
import { allowLargeDom } from '../../src/extract/page-budget.ts'

allowLargeDom(false)
