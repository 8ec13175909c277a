// Before each file of units: they share a process, and one may have lifted the limits of its thread.
import { allowLargeDom } from '@quarry/kit/read/page-budget'

allowLargeDom(false)
