"""The rules of betting and of splitting pots, on arrays of integers.

``rules`` and ``state`` are flat ``int64`` arrays with the places named below, so that a state is
copied by copying an array, and a whole match can be played without leaving compiled code. Positions
count from the first player after the button.

An action is a number: `FOLD`, `CALL` (also a check), or the level to raise to (the chips of this
round that the player will have in).
"""

import numpy as np

from railbird.kernels.jit import kernel

SEATS = 10
ROUNDS = 4
FOLD, CALL = -1, 0
LIMIT, POT_LIMIT, NO_LIMIT = 0, 1, 2

# rules
PLAYERS, BETTING, CAP_HEADS_UP = 0, 1, 2
BETS = 3  # by round: the bet of a limit game, the smallest bet of the others
MOST_RAISES = BETS + ROUNDS  # by round: bets and raises allowed; -1 for any number
FIRST = MOST_RAISES + ROUNDS  # by round: the position that acts first
BLINDS = FIRST + ROUNDS  # by position
ANTES = BLINDS + SEATS  # by position
RULES_SIZE = ANTES + SEATS

# state
ROUND, ACTOR, LEVEL, FULL_RAISE, RAISES = 0, 1, 2, 3, 4
FULL_LEVEL = 5  # the level of the last full bet or raise
CAPPED = 6  # 1 once the round allows no more raises
STACK = 7  # by position, as all below: chips behind
BET = STACK + SEATS  # chips in during this round
PAID = BET + SEATS  # chips in during the whole hand
FOLDED = PAID + SEATS
TO_ACT = FOLDED + SEATS  # 1 while the round cannot end without this player's action
SEEN = TO_ACT + SEATS  # the level when the player last acted in this round; -1 before that
STATE_SIZE = SEEN + SEATS

SAID = 16
LINE = 8 * SAID
FOLDS, CHECKS, CALLS, RAISES_TO, DEALS = 0, 1, 2, 4, 7
"""How `follow` is told what a text says. Those between are bets, raises by so many, and all in."""

ILLEGAL, UNLIKE = -1, -2
"""Why `follow` has no actions."""

OVER = ROUNDS
"""The round of a hand that is over."""


@kernel
def start(rules, stacks, state):
    """Post antes and blinds, and find who is first to act."""
    players = rules[PLAYERS]
    state[:STATE_SIZE] = 0
    for p in range(players):
        ante = min(rules[ANTES + p], stacks[p])
        blind = min(rules[BLINDS + p], stacks[p] - ante)
        state[STACK + p] = stacks[p] - ante - blind
        state[BET + p] = blind
        state[PAID + p] = ante + blind
        # a short blind does not make it cheaper for the others
        state[LEVEL] = max(state[LEVEL], rules[BLINDS + p])
    begin_round(rules, state)
    give_turn(rules, state, rules[FIRST])


@kernel
def begin_round(rules, state):
    """Let everybody who has chips act."""
    state[FULL_RAISE] = rules[BETS + state[ROUND]]
    state[FULL_LEVEL] = state[LEVEL]
    state[RAISES] = 0
    state[CAPPED] = is_capped(rules, state)
    for p in range(rules[PLAYERS]):
        state[SEEN + p] = -1
        state[TO_ACT + p] = 1 if state[FOLDED + p] == 0 and state[STACK + p] > 0 else 0


@kernel
def is_capped(rules, state):
    """Whether the bets and raises so far are all that are allowed, with the players now in."""
    most = rules[MOST_RAISES + state[ROUND]]
    return 0 <= most <= state[RAISES] and (rules[CAP_HEADS_UP] == 1 or in_hand(rules, state) > 2)


@kernel
def reach(rules, state, p):
    """The highest level that somebody else still in the hand has in, or can answer."""
    highest = 0
    for q in range(rules[PLAYERS]):
        if q != p and state[FOLDED + q] == 0:
            highest = max(highest, state[BET + q] + state[STACK + q])
    return highest


@kernel
def can_anybody_else_bet(rules, state, p):
    """Whether another player still in the hand has chips behind."""
    for q in range(rules[PLAYERS]):
        if q != p and state[FOLDED + q] == 0 and state[STACK + q] > 0:
            return True
    return False


@kernel
def give_turn(rules, state, place):
    """Find who acts next, from a position on: in this round, or a later one, or nobody."""
    players = rules[PLAYERS]
    while True:
        for i in range(place, place + players):
            p = i if i < players else i - players  # a division would cost more than all the rest
            if state[TO_ACT + p] == 1:
                # with all others all in for what they have in already, there is nothing to decide
                owes = min(state[LEVEL], reach(rules, state, p)) > state[BET + p]
                if owes or can_anybody_else_bet(rules, state, p):
                    state[ACTOR] = p
                    return
                state[TO_ACT + p] = 0
        end_round(rules, state)
        state[ROUND] += 1
        if state[ROUND] == OVER:
            return
        begin_round(rules, state)
        place = rules[FIRST + state[ROUND]]


@kernel
def end_round(rules, state):
    """Take the bets in."""
    state[ACTOR] = -1
    state[LEVEL] = 0
    for p in range(rules[PLAYERS]):
        state[BET + p] = 0


@kernel
def in_hand(rules, state):
    """How many players have not folded."""
    live = 0
    for p in range(rules[PLAYERS]):
        live += 1 - state[FOLDED + p]
    return live


@kernel
def options(rules, state):
    """Chips to call, and the lowest and highest level that the actor can raise to (0: none)."""
    p = state[ACTOR]
    if p < 0:
        return 0, 0, 0
    have = state[BET + p] + state[STACK + p]
    to_call = min(max(state[LEVEL] - state[BET + p], 0), state[STACK + p])
    if have <= state[LEVEL] or reach(rules, state, p) <= state[LEVEL]:
        return to_call, 0, 0  # all in with a call, or nobody who could answer
    if state[CAPPED] == 1:
        return to_call, 0, 0  # a fold that leaves two players does not lift the cap
    if state[SEEN + p] >= 0 and state[LEVEL] - state[SEEN + p] < reopening(rules, state):
        return to_call, 0, 0  # has acted, and no full raise came since
    low = state[LEVEL] + state[FULL_RAISE]
    if rules[BETTING] == LIMIT:
        # less than half a bet is completed, half a bet or more is raised like a full one
        low = state[FULL_LEVEL] + state[FULL_RAISE]
        high = low
    elif rules[BETTING] == POT_LIMIT:
        pot = 0
        for q in range(rules[PLAYERS]):
            pot += state[PAID + q]
        high = max(low, state[LEVEL] + pot + state[LEVEL] - state[BET + p])
    else:
        high = have
    return to_call, min(low, have), min(high, have)


@kernel
def reopening(rules, state):
    """How much a raise must be to let those who have acted raise again: full, or half in limit."""
    if rules[BETTING] == LIMIT:
        return (state[FULL_RAISE] + 1) // 2
    return state[FULL_RAISE]


@kernel
def apply(rules, state, action):
    """Do a legal action, and give the turn to the next."""
    p = state[ACTOR]
    state[TO_ACT + p] = 0
    if action == FOLD:
        state[FOLDED + p] = 1
        if in_hand(rules, state) == 1:
            end_round(rules, state)
            state[ROUND] = OVER
            return
    elif action == CALL:
        pay(state, p, min(max(state[LEVEL] - state[BET + p], 0), state[STACK + p]))
    else:
        limit = rules[BETTING] == LIMIT
        raised = action - (state[FULL_LEVEL] if limit else state[LEVEL])
        pay(state, p, action - state[BET + p])
        if raised >= reopening(rules, state):
            state[RAISES] += 1
            state[FULL_LEVEL] = action
            if not limit:
                state[FULL_RAISE] = raised
            state[CAPPED] = is_capped(rules, state)
        state[LEVEL] = action
        for q in range(rules[PLAYERS]):
            if q != p and state[FOLDED + q] == 0 and state[STACK + q] > 0:
                state[TO_ACT + q] = 1
    state[SEEN + p] = state[LEVEL]
    give_turn(rules, state, p + 1)


@kernel
def pay(state, p, chips):
    """Move chips from a stack into the pot."""
    state[STACK + p] -= chips
    state[BET + p] += chips
    state[PAID + p] += chips


@kernel
def stake(rules, state, p):
    """What a player has in to be matched by others: all they paid, less a dead ante.

    An ante that everybody pays is matched like a bet. What one player pays above that, such as a
    big-blind ante, is dead: it belongs to the main pot.
    """
    common = rules[ANTES]
    for q in range(rules[PLAYERS]):
        common = min(common, rules[ANTES + q])
    ante = min(rules[ANTES + p], state[STACK + p] + state[PAID + p])
    return state[PAID + p] - max(ante - common, 0)


@kernel
def turn(rules, state):
    """Actor, round, the actor's options and how many players are in, in one call."""
    to_call, low, high = options(rules, state)
    return state[ACTOR], state[ROUND], to_call, low, high, in_hand(rules, state)


@kernel
def begin(stacks, state):
    """`start`, and whose turn it is; the rules stand behind the state.

    In one array the two come from Python sooner than in two.
    """
    rules = state[STATE_SIZE:]
    start(rules, stacks, state)
    return turn(rules, state)


@kernel
def step(state, action):
    """`apply`, and whose turn it is; the rules stand behind the state."""
    rules = state[STATE_SIZE:]
    apply(rules, state, action)
    return turn(rules, state)


@kernel
def follow(rules, told, tolerant):
    """How many actions a hand has as a text tells it; `ILLEGAL` if the rules forbid one of them,
    unless they are tolerant (1), and `UNLIKE` if something else does not fit.

    ``told`` has the stacks, what each player has posted and what of it is a bet, then a number for
    each line of the text: its chips times `LINE`, plus `SAID` times what it says, plus the actor.
    What it says is one of `FOLDS` to `DEALS`, in which the chips are the number of a street.
    ``told`` gets what each player pays, by the text, after the stacks, and the actions after that.
    """
    players = rules[PLAYERS]
    state = np.empty(STATE_SIZE, dtype=np.int64)
    start(rules, told[:players], state)
    paid, bets = told[players : 2 * players], told[2 * players : 3 * players].copy()
    level = rules[BLINDS : BLINDS + players].max()
    street, made = 0, 2 * players
    for i in range(3 * players, told.shape[0]):
        p, said, chips = told[i] % SAID, told[i] % LINE // SAID, told[i] // LINE
        if said == DEALS:
            street = chips
            if state[ROUND] != street and (state[ROUND] < OVER or in_hand(rules, state) == 1):
                return UNLIKE
            bets[:] = 0
            level = 0
            continue
        if p != state[ACTOR] or state[ROUND] != street:
            return UNLIKE
        action = FOLD if said == FOLDS else CALL
        if said > CHECKS:
            if chips < 0:  # the text does not say how many
                behind = told[p] - paid[p]
                chips = min(level - bets[p], behind) if said == CALLS else behind
                chips += bets[p] if said == RAISES_TO else 0
            to = chips if said == RAISES_TO else bets[p] + chips
            paid[p] += to - bets[p]
            bets[p] = to
            if said != CALLS and to > level:
                action = level = to
        if action != CALL and tolerant == 0:
            to_call, low, high = options(rules, state)
            if to_call == 0 if action == FOLD else (low == 0 or action < low or action > high):
                return ILLEGAL
        if action > 0 and not state[LEVEL] < action <= state[BET + p] + state[STACK + p]:
            return UNLIKE
        apply(rules, state, action)
        told[made] = action
        made += 1
    for p in range(players):
        if state[PAID + p] != paid[p]:
            return UNLIKE
    return made - 2 * players if state[ROUND] == OVER else UNLIKE


@kernel
def settle(rules, state, high, low, payoffs):
    """What each player wins or loses, given hand values by position (low: no columns if none).

    Each pot is made of the chips up to the stake of a player who is in, and goes to the best hands
    among those who staked that much. Odd chips go to the first winners after the button, and of a
    pot split between high and low to the high half.
    """
    players = rules[PLAYERS]
    stakes = np.empty(players, dtype=np.int64)  # of those who are in; -1 for the others
    pot = 0
    for p in range(players):
        payoffs[p] = -state[PAID + p]
        stakes[p] = -1 if state[FOLDED + p] == 1 else stake(rules, state, p)
        pot += state[PAID + p] - stake(rules, state, p)  # the main pot begins with the dead antes
    below, highest = -1, stakes.max()
    while below < highest:
        level = highest  # the next stake above
        for p in range(players):
            if below < stakes[p] < level:
                level = stakes[p]
        for p in range(players):
            chips = stake(rules, state, p)
            # chips that nobody still in has matched are in the last pot
            pot += (chips if level == highest else min(chips, level)) - min(chips, max(below, 0))
        low_half = 0
        if low.size > 0:
            best_low = best_value(stakes, low, level)
            if best_low > 0:
                low_half = pot // 2
                share_out(stakes, low, best_low, level, low_half, payoffs)
        share_out(stakes, high, best_value(stakes, high, level), level, pot - low_half, payoffs)
        below, pot = level, 0


@kernel
def best_value(stakes, values, level):
    """The best value among those who staked up to the level."""
    best = 0
    for p in range(len(stakes)):
        if stakes[p] >= level:
            best = max(best, np.int64(values[p]))
    return best


@kernel
def share_out(stakes, values, best, level, pot, payoffs):
    """Divide a pot among the players with the best value who staked up to the level."""
    winners = 0
    for p in range(len(stakes)):
        if stakes[p] >= level and values[p] == best:
            winners += 1
    each, odd = (pot, 0) if winners == 1 else (pot // winners, pot % winners)
    for p in range(len(stakes)):
        if stakes[p] >= level and values[p] == best:
            payoffs[p] += each
            if odd > 0:
                payoffs[p] += 1
                odd -= 1


@kernel
def play_scripted(rules, stacks, scripts, high, low, payoffs, actions):
    """Play hands between players who always call (script 0) or always raise the least (1).

    Hand i takes the scripts of row i modulo their number, by position. ``actions`` gets what was
    done, and -2 behind the last action of a hand; its columns must be enough. Returns the length of
    the longest hand.
    """
    state = np.empty(STATE_SIZE, np.int64)
    longest = 0
    for i in range(payoffs.shape[0]):
        start(rules, stacks, state)
        made = 0
        while state[ACTOR] >= 0:
            action = CALL
            if scripts[i % scripts.shape[0], state[ACTOR]] == 1:
                _, lowest, _ = options(rules, state)
                action = lowest if lowest > 0 else CALL
            apply(rules, state, action)
            actions[i, made] = action
            made += 1
        for j in range(made, actions.shape[1]):
            actions[i, j] = -2
        longest = max(longest, made)
        settle(rules, state, high[i], low[i], payoffs[i])
    return longest
