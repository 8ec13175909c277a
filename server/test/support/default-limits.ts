// Resets the limits before each test file: they share a process, and an earlier file may have lifted them.
import { allowLargeDom } from '@quarry/kit/read/page-budget'

allowLargeDom(false)
