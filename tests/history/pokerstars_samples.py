"""Hands in the PokerStars layout, written for the tests."""

HEADS_UP = """\
PokerStars Hand #1001:  Hold'em Limit ($1/$2 USD) - 2010/01/01 12:00:00 ET
Table 'Duel' 2-max Seat #1 is the button
Seat 1: Small Sue ($100 in chips)
Seat 4: Big: Bob ($57.50 in chips)
Small Sue: posts small blind $0.50
Big: Bob: posts big blind $1
*** HOLE CARDS ***
Dealt to Small Sue [Ah Kd]
Small Sue: raises $1 to $2
Big: Bob: calls $1
*** FLOP *** [2c 3c 4c]
Big: Bob: checks
Small Sue: bets $1
Big: Bob: folds
Uncalled bet ($1) returned to Small Sue
Small Sue collected $4 from pot
Small Sue: doesn't show hand
*** SUMMARY ***
Total pot $4 | Rake $0
Board [2c 3c 4c]
Seat 1: Small Sue (button) (small blind) collected ($4)
Seat 4: Big: Bob (big blind) folded on the Flop
"""

RAKED = """\
PokerStars Zoom Hand #55: Hold'em No Limit ($0.50/$1.00 USD) - \
2024/01/15 14:30:00 UTC [2024/01/15 9:30:00 ET]
Table 'Halley' 6-max Seat #1 is the button
Seat 1: A ($100 in chips)
Seat 3: B ($20 in chips)
Seat 5: C ($100 in chips)
Seat 6: Sleeper ($40 in chips) is sitting out
B: posts small blind $0.50
C: posts big blind $1
*** HOLE CARDS ***
Dealt to C [9s 9c]
A: raises $24 to $25
B: calls $19.50 and is all-in
C said, "hm: folds?"
C: calls $24
*** FLOP *** [2c 7d Th]
Someone joins the table at seat #2
C: checks
A: bets $30
C: calls $30
*** TURN *** [2c 7d Th] [3s]
C: checks
A: checks
*** RIVER *** [2c 7d Th 3s] [4h]
C: checks
A: checks
*** SHOW DOWN ***
C: shows [9s 9c] (a pair of Nines)
A: shows [Tc Js] (a pair of Tens)
A collected $69 from side pot
B: shows [2s 2h] (three of a kind, Deuces)
B collected $58.50 from main pot
*** SUMMARY ***
Total pot $130 Main pot $60. Side pot $70. | Rake $2.50
Board [2c 7d Th 3s 4h]
Seat 1: A (button) showed [Tc Js] and won ($69) with a pair of Tens
Seat 3: B (small blind) showed [2s 2h] and won ($58.50) with three of a kind, Deuces
Seat 5: C (big blind) mucked [9s 9c]
"""

TOURNAMENT = """\
PokerStars Hand #2002: Tournament #77, $5.00+$0.50 USD Hold'em No Limit - Level IV (50/100) - \
2012/03/04 05:06:07 ET
Table '77 3' 9-max Seat #9 is the button
Seat 1: first (1500 in chips)
Seat 2: second (8 in chips)
Seat 5: third (2000 in chips) is sitting out
Seat 9: fourth (900 in chips)
first: posts the ante 10
second: posts the ante 8 and is all-in
third: posts the ante 10
fourth: posts the ante 10
first: posts small blind 50
*** HOLE CARDS ***
Dealt to fourth [Qs Qh]
third: folds
fourth: raises 100 to 200
first: folds
Uncalled bet (150) returned to fourth
*** FLOP *** [2c 7d Th]
*** TURN *** [2c 7d Th] [3s]
*** RIVER *** [2c 7d Th 3s] [4h]
*** SHOW DOWN ***
second: shows [Ac Js] (high card Ace)
fourth: shows [Qs Qh] (a pair of Queens)
fourth collected 106 from side pot
fourth collected 32 from main pot
second finished the tournament in 4th place
*** SUMMARY ***
Total pot 138 Main pot 32. Side pot 106. | Rake 0
Board [2c 7d Th 3s 4h]
Seat 1: first (small blind) folded before Flop
Seat 2: second (big blind) showed [Ac Js] and lost with high card Ace
Seat 5: third folded before Flop (didn't bet)
Seat 9: fourth (button) showed [Qs Qh] and won (138) with a pair of Queens
"""

POT_LIMIT_OMAHA = """\
PokerStars Hand #3004: Tournament #99, $3.00+$0.30 USD Omaha Pot Limit - Level II (10/20) - \
2012/01/22 17:05:04 ET
Table '99 1' 6-max Seat #1 is the button
Seat 1: one (1500 in chips)
Seat 2: two (90 in chips)
Seat 3: three (1500 in chips)
two: posts small blind 10
three: posts big blind 20
*** HOLE CARDS ***
Dealt to three [Ah Ac Ks Qd]
one: raises 50 to 70
two: raises 20 to 90 and is all-in
three: raises 200 to 290
one: calls 220
*** FLOP *** [Jh 6h 5h]
three: bets 670
one: raises 540 to 1210 and is all-in
three: calls 540 and is all-in
*** TURN *** [Jh 6h 5h] [4c]
*** RIVER *** [Jh 6h 5h 4c] [Th]
*** SHOW DOWN ***
three: shows [Ah Ac Ks Qd] (a pair of Aces)
one: shows [8s 7s 3d 2c] (a straight, Four to Eight)
one collected 2820 from side pot
two: shows [2h 3h 9c 9d] (a flush, Jack high)
two collected 270 from main pot
*** SUMMARY ***
Total pot 3090 Main pot 270. Side pot 2820. | Rake 0
Board [Jh 6h 5h 4c Th]
Seat 1: one (button) showed [8s 7s 3d 2c] and won (2820) with a straight, Four to Eight
Seat 2: two (small blind) showed [2h 3h 9c 9d] and won (270) with a flush, Jack high
Seat 3: three (big blind) showed [Ah Ac Ks Qd] and lost with a pair of Aces
"""

OMAHA = """\
PokerStars Game #3003: Omaha Hi/Lo Pot Limit ($0.50/$1.00) - 2009/08/07 6:05:04 ET
Table 'Low end' 6-max Seat #3 is the button
Seat 1: one ($50 in chips)
Seat 2: two ($50 in chips)
Seat 3: three ($50 in chips)
one: posts small blind $0.50
two: posts big blind $1
*** HOLE CARDS ***
three: raises $2.50 to $3.50
one: calls $3
two: folds
*** FLOP *** [2c 7d 8h]
one: bets $8
three: calls $8
*** TURN *** [2c 7d 8h] [Ks]
one: checks
three: checks
*** RIVER *** [2c 7d 8h Ks] [Kd]
one: checks
three: checks
*** SHOW DOWN ***
one: shows [Ah 3d Qs Js] (HI: a pair of Kings; LO: 8,7,3,2,A)
three: shows [Kh Qd Tc 9c] (HI: three of a kind, Kings)
three collected $12 from pot
one collected $12 from pot
*** SUMMARY ***
Total pot $24 | Rake $0
Board [2c 7d 8h Ks Kd]
Seat 1: one (small blind) showed [Ah 3d Qs Js] and won ($12)
Seat 2: two (big blind) folded before Flop
Seat 3: three (button) showed [Kh Qd Tc 9c] and won ($12)
"""

DEAD_BLINDS = """\
PokerStars Hand #4004: Hold'em No Limit ($0.50/$1.00 USD) - 2011/11/11 11:11:11 ET
Table 'Return' 6-max Seat #6 is the button
Seat 1: a ($100 in chips)
Seat 2: b ($100 in chips)
Seat 3: c ($100 in chips)
Seat 4: back again ($100 in chips)
Seat 5: waiting ($100 in chips)
Seat 6: new one ($100 in chips)
a: posts small blind $0.50
b: posts big blind $1
back again: posts small & big blinds $1.50
new one: posts big blind $1
waiting: sits out
somebody else: sits out
*** HOLE CARDS ***
c: folds
back again: raises $3 to $4
new one: folds
a: folds
b: folds
Uncalled bet ($3) returned to back again
back again collected $4 from pot
back again: shows [As] (a card)
*** SUMMARY ***
Total pot $4 | Rake $0
Seat 1: a (small blind) folded before Flop
Seat 2: b (big blind) folded before Flop
Seat 3: c folded before Flop (didn't bet)
Seat 4: back again collected ($4)
Seat 6: new one (button) folded before Flop
"""
