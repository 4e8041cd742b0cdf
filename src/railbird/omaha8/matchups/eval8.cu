// eval8 on a GPU: a block of threads counts the pots of one set of eight cards.
//
// The algorithm and its names are those of _eval8_kernels.py; the integers are the same. A thread
// takes one lane of each tile and keeps the wins and ties of all 35 match-ups in registers, 16 bits
// each. A C++ compiler without CUDA makes a function of it that runs the threads one by one.

#define LANES 64
#define BLOCKS 12  // at once on a multiprocessor: of all variants that were measured the fastest
#define FULL_HOUSE 7141u
#define ALL_BOARDS 1086008u
#define NO_FACTOR 13
#define NO_BOARD 27

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

#ifdef __CUDACC__
#define INLINE __device__ __forceinline__
#define SHARED __shared__
#define EACH_THREAD { const int tid = threadIdx.x;
#define END_THREAD } __syncthreads();
INLINE u32 max3(u32 a, u32 b, u32 c) { return max(max(a, b), c); }
INLINE u32 dot(u32 a, u32 b) { return __dp4a(a, b, 0u); }
INLINE int bits(u32 mask) { return __popc(mask); }
template <typename T> INLINE void take(T *counter, T value) { atomicAdd(counter, value); }
INLINE void take_all(int *counter, u32 value)
{
#if __CUDA_ARCH__ >= 800
    value = __reduce_add_sync(0xFFFFFFFFu, value);
#else
    for (int step = 16; step; step >>= 1) value += __shfl_down_sync(0xFFFFFFFFu, value, step);
#endif
    if ((threadIdx.x & 31) == 0) atomicAdd(counter, (int)value);
}
#else
#define INLINE static inline
#define SHARED
#define EACH_THREAD for (int tid = 0; tid < LANES; tid++) {
#define END_THREAD }
INLINE u32 max(u32 a, u32 b) { return a > b ? a : b; }
INLINE u32 max3(u32 a, u32 b, u32 c) { return max(max(a, b), c); }
INLINE u32 dot(u32 a, u32 b)
{
    u32 sum = 0;
    for (int i = 0; i < 32; i += 8) sum += (a >> i & 255) * (b >> i & 255);
    return sum;
}
INLINE int bits(u32 mask) { return __builtin_popcount(mask); }
template <typename T> INLINE void take(T *counter, T value) { *counter += value; }
INLINE void take_all(int *counter, u32 value) { *counter += (int)value; }
#endif

struct Tables {
    const u16 *values;     // [91][lanes]
    const u32 *places;     // [lanes]: five places of factors, six bits each
    const u32 *suited;     // [lanes]: the bytes of a product that count
    const int *lane;       // [6188]: lane of a multiset of ranks
    const int *low_lane;   // [lanes]
    const u8 *lows;        // [256][strips * LANES]
    const int *strips;     // [strip_count + 1]: first tiles
    int lanes, strip_count;
};

struct Known {             // what all threads of a block know about the set
    int cards[8], held[4], live[13], suits[4], in_play;
    u32 factors[5][56];
    int columns[28];
    u8 low_hands[70];
    u32 won[35], decided[35];  // a byte for each suit in play: 1 where the suit counts
    signed char flush[35][4];
    int needs[40], holders[40], of_suit[40], first[5];  // straight flushes, by suit in play
    int counts[35][4], boards;
};

#define MATCHUPS(X) \
    X(0, 0, 1, 2, 3, 4, 5, 6, 7) \
    X(1, 0, 1, 2, 4, 3, 5, 6, 7) \
    X(2, 0, 1, 2, 5, 3, 4, 6, 7) \
    X(3, 0, 1, 2, 6, 3, 4, 5, 7) \
    X(4, 0, 1, 2, 7, 3, 4, 5, 6) \
    X(5, 0, 1, 3, 4, 2, 5, 6, 7) \
    X(6, 0, 1, 3, 5, 2, 4, 6, 7) \
    X(7, 0, 1, 3, 6, 2, 4, 5, 7) \
    X(8, 0, 1, 3, 7, 2, 4, 5, 6) \
    X(9, 0, 1, 4, 5, 2, 3, 6, 7) \
    X(10, 0, 1, 4, 6, 2, 3, 5, 7) \
    X(11, 0, 1, 4, 7, 2, 3, 5, 6) \
    X(12, 0, 1, 5, 6, 2, 3, 4, 7) \
    X(13, 0, 1, 5, 7, 2, 3, 4, 6) \
    X(14, 0, 1, 6, 7, 2, 3, 4, 5) \
    X(15, 0, 2, 3, 4, 1, 5, 6, 7) \
    X(16, 0, 2, 3, 5, 1, 4, 6, 7) \
    X(17, 0, 2, 3, 6, 1, 4, 5, 7) \
    X(18, 0, 2, 3, 7, 1, 4, 5, 6) \
    X(19, 0, 2, 4, 5, 1, 3, 6, 7) \
    X(20, 0, 2, 4, 6, 1, 3, 5, 7) \
    X(21, 0, 2, 4, 7, 1, 3, 5, 6) \
    X(22, 0, 2, 5, 6, 1, 3, 4, 7) \
    X(23, 0, 2, 5, 7, 1, 3, 4, 6) \
    X(24, 0, 2, 6, 7, 1, 3, 4, 5) \
    X(25, 0, 3, 4, 5, 1, 2, 6, 7) \
    X(26, 0, 3, 4, 6, 1, 2, 5, 7) \
    X(27, 0, 3, 4, 7, 1, 2, 5, 6) \
    X(28, 0, 3, 5, 6, 1, 2, 4, 7) \
    X(29, 0, 3, 5, 7, 1, 2, 4, 6) \
    X(30, 0, 3, 6, 7, 1, 2, 4, 5) \
    X(31, 0, 4, 5, 6, 1, 2, 3, 7) \
    X(32, 0, 4, 5, 7, 1, 2, 3, 6) \
    X(33, 0, 4, 6, 7, 1, 2, 3, 5) \
    X(34, 0, 5, 6, 7, 1, 2, 3, 4)

#define MASK(m, a, b, c, d, e, f, g, h) (1 << a | 1 << b | 1 << c | 1 << d),
#define PLACES(m, a, b, c, d, e, f, g, h) {a, b, c, d}, {e, f, g, h},
#ifdef __CUDACC__
__constant__
#endif
const u8 MASKS[35] = { MATCHUPS(MASK) };
#ifdef __CUDACC__
__constant__
#endif
const u8 HANDS[70][4] = { MATCHUPS(PLACES) };

INLINE int choose(int n, int k)
{
    int ways = 1;
    for (int i = 0; i < k; i++) ways = ways * (n - i) / (i + 1);
    return ways;
}

INLINE int pair_column(int a, int b) { int high = a > b ? a : b; return high * (high + 1) / 2 + a + b - high; }

INLINE int flush_winner(const Known &known, int mask, int suit)
{
    int count[2] = {0, 0}, top[2] = {-1, -1};
    for (int i = 0; i < 8; i++)
        if ((known.cards[i] & 3) == suit) {
            int side = mask >> i & 1;
            count[side]++;
            if (known.cards[i] > top[side]) top[side] = known.cards[i];
        }
    if (count[1] < 2) return count[0] < 2 ? 0 : -1;
    return count[0] < 2 || top[1] > top[0] ? 1 : -1;
}

INLINE void fill_factor(Known &known, int row, int place)
{
    int rank = place % 14, times = place / 14 + 1;
    u32 factor = place == NO_FACTOR;
    if (rank < 13) {
        int mine = row < 4 ? !(known.held[row] >> rank & 1) : 0;
        int others = known.live[rank] - mine;
        factor = row == 4 ? choose(others, times)
                          : mine * choose(others, times - 1) | choose(others, times) << 8;
    }
    known.factors[row][place] = factor;
}

INLINE void find_straight_flushes(Known &known)
{
    int count = 0;
    for (int s = 0; s < known.in_play; s++) {
        int suit = known.suits[s], held = known.held[suit];
        known.first[s] = count;
        for (int top = 12; top > 2; top--) {
            int window = top > 3 ? 31 << (top - 4) : 15 | 1 << 12;
            if (bits(held & window) != 2) continue;
            known.needs[count] = window & ~held;
            known.of_suit[count] = s;
            known.holders[count] = 0;
            for (int i = 0; i < 8; i++)
                if ((known.cards[i] & 3) == suit && (window >> (known.cards[i] >> 2) & 1))
                    known.holders[count] |= 1 << i;
            count++;
        }
    }
    known.first[known.in_play] = count;
}

// Who wins match-up m by a straight flush: those from first on, best first, that the board makes.
INLINE int straight_winner(const Known &known, int ranks, int first, int end, int mask)
{
    for (int e = first; e < end; e++)
        if (!(known.needs[e] & ~ranks)) {
            int both = known.holders[e] & mask;
            if (both == known.holders[e]) return 1;
            if (both == 0) return -1;
        }
    return 0;
}

INLINE int pot_of(int high, int one, int other)
{
    int low = one == 0 && other == 0 ? high : (one > other) - (one < other);
    return 2 - high - low;
}

INLINE int lane_of(int ranks, int one, int two, const Tables &tables)
{
    int index = 0, n = 0;
    for (int rank = 0; rank < 13; rank++) {
        int times = (ranks >> rank & 1) + (one == rank) + (two == rank);
        for (int i = 0; i < times; i++) { n++; index += choose(rank + n - 1, n); }
    }
    return tables.lane[index];
}

#define PAIRS(X) \
    X(0, 0, 1) X(1, 0, 2) X(2, 0, 3) X(3, 0, 4) X(4, 0, 5) X(5, 0, 6) X(6, 0, 7) \
    X(7, 1, 2) X(8, 1, 3) X(9, 1, 4) X(10, 1, 5) X(11, 1, 6) X(12, 1, 7) \
    X(13, 2, 3) X(14, 2, 4) X(15, 2, 5) X(16, 2, 6) X(17, 2, 7) \
    X(18, 3, 4) X(19, 3, 5) X(20, 3, 6) X(21, 3, 7) \
    X(22, 4, 5) X(23, 4, 6) X(24, 4, 7) X(25, 5, 6) X(26, 5, 7) X(27, 6, 7)
#define LOAD(p, i, j) u32 v##i##j = tables.values[known.columns[p] * tables.lanes + x];
#define HIGHEST(p, i, j) best = max(best, v##i##j);
#define ENTER(p, i, j) \
    if (mask >> i & mask >> j & 1) one = max(one, v##i##j); \
    else if (!((mask >> i | mask >> j) & 1)) other = max(other, v##i##j);

INLINE void correct_board(Known &known, const Tables &tables, int x, int boards, int ranks, int e)
{
    int s = known.of_suit[e], end = known.first[s + 1];
    PAIRS(LOAD)
    u32 best = 0;
    PAIRS(HIGHEST)
    for (int m = 0; m < 35; m++) {
        int mask = MASKS[m], high = known.flush[m][s];
        int straight = straight_winner(known, ranks, e, end, mask);
        if (straight == 0 || (best < FULL_HOUSE && straight == high)) continue;
        u32 one = 0, other = 0;
        PAIRS(ENTER)
        if (max(one, other) >= FULL_HOUSE) high = (one > other) - (one < other);
        int at = tables.low_lane[x], row = tables.strip_count * LANES;
        int low_one = tables.lows[known.low_hands[2 * m] * row + at];
        int low_other = tables.lows[known.low_hands[2 * m + 1] * row + at];
        int from = pot_of(high, low_one, low_other), to = pot_of(straight, low_one, low_other);
        if (from == to) continue;
        if (from < 4) take(&known.counts[m][from], -boards);
        if (to < 4) take(&known.counts[m][to], boards);
    }
}

// Task q of straight flush e: with 3, 4 or 5 cards of the suit on the board.
#define TASKS (91 + 13 * 13 + 78)
INLINE void correct_task(Known &known, const Tables &tables, int e, int q)
{
    int s = known.of_suit[e], held = known.held[known.suits[s]], free = 0x1FFF & ~held;
    int more = free & ~known.needs[e], ranks = known.needs[e], one = 13, two = 13, boards = 1;
    int may_both = bits(held) > 3;
    if (q < 91) {
        one = 0;
        while ((one + 1) * (one + 2) / 2 <= q) one++;
        two = q - one * (one + 1) / 2;
        int here = known.live[one] - (free >> one & 1), there = known.live[two] - (free >> two & 1);
        boards = one == two ? here * (here - 1) / 2 : here * there;
    } else if (q < 91 + 169) {
        int fourth = (q - 91) / 13;
        one = (q - 91) % 13;
        if (!(more >> fourth & 1)) return;
        ranks |= 1 << fourth;
        boards = known.live[one] - (free >> one & 1);
    } else {
        int fourth = 1;
        while (fourth * (fourth + 1) / 2 <= q - 260) fourth++;
        int fifth = q - 260 - fourth * (fourth - 1) / 2;
        if (!(more >> fourth & more >> fifth & 1)) return;
        ranks |= 1 << fourth | 1 << fifth;
    }
    int paired = (one == two && one < 13) || ((ranks >> one | ranks >> two) & 1);
    if (boards == 0 || !(paired || may_both)) return;
    for (int better = known.first[s]; better < e; better++)
        if (!(known.needs[better] & ~ranks)) return;
    correct_board(known, tables, lane_of(ranks, one, two, tables), boards, ranks, e);
}

#define THREE(a, b, c) max3(v##a##b, v##a##c, v##b##c)
#define HAND(a, b, c, d) max3(THREE(a, b, c), THREE(a, b, d), v##c##d)
#define PLAY(m, a, b, c, d, e, f, g, h) { \
    u32 one = HAND(a, b, c, d), other = HAND(e, f, g, h); \
    bool beaten = max(one, other) < FULL_HOUSE; \
    u32 rest = all - (beaten ? dot(by_suit, known.decided[m]) : 0); \
    u32 won = (beaten ? dot(by_suit, known.won[m]) : 0) + (one > other ? rest : 0); \
    sums[m] += (won << 16) + (one == other ? rest : 0); }

INLINE u32 product(const u32 *factors, u32 places)
{
    return factors[places & 63] * factors[places >> 6 & 63] * factors[places >> 12 & 63]
        * factors[places >> 18 & 63] * factors[places >> 24 & 63];
}

INLINE void play_tile(const Known &known, const Tables &tables, int x, u32 *sums, u32 *boards)
{
    u32 places = tables.places[x], counted = tables.suited[x], by_suit = 0;
    u32 all = product(known.factors[4], places);
    *boards += all;
    for (int s = 0; s < known.in_play; s++) {
        u32 made = product(known.factors[known.suits[s]], places) & counted;
        by_suit |= ((made & 255) + (made >> 8 & 255) + (made >> 16)) << 8 * s;
    }
    PAIRS(LOAD)
    MATCHUPS(PLAY)
}

INLINE void split_pots(Known &known, const Tables &tables, int at, const u32 *sums, u32 boards)
{
    int row = tables.strip_count * LANES;
    take_all(&known.boards, boards);
#ifdef __CUDACC__
#pragma unroll
#endif
    for (int m = 0; m < 35; m++) {
        int one = tables.lows[known.low_hands[2 * m] * row + at];
        int other = tables.lows[known.low_hands[2 * m + 1] * row + at];
        u32 win = sums[m] >> 16, tie = sums[m] & 0xFFFF, lose = boards - win - tie;
        bool better = one > other, worse = one < other, none = !one && !other;
        bool same = !better && !worse && !none;
        take_all(&known.counts[m][0], better || none ? win : 0);
        take_all(&known.counts[m][1], better ? tie : same ? win : 0);
        take_all(&known.counts[m][2], better ? lose : worse ? win : tie);
        take_all(&known.counts[m][3], worse ? tie : same ? lose : 0);
    }
}

#define ARGUMENTS \
    const u8 *sets, const u16 *values, const u32 *places, const u32 *suited, const int *lane, \
    const int *low_lane, const u8 *lows, const int *strips, int lanes, int strip_count, u32 *results
#ifdef __CUDACC__
extern "C" __global__ void __launch_bounds__(LANES, BLOCKS) count_pots(ARGUMENTS)
{
    const int set = blockIdx.x;
#else
static void count_pots(int set, ARGUMENTS)
{
#endif
    const Tables tables = {values, places, suited, lane, low_lane, lows, strips, lanes, strip_count};
    SHARED Known known;
    EACH_THREAD
        if (tid < 8) known.cards[tid] = sets[8 * set + tid];
        if (tid < 4) known.held[tid] = 0;
        if (tid < 13) known.live[tid] = 4;
        for (int i = tid; i < 35 * 4; i += LANES) known.counts[i / 4][i % 4] = 0;
    END_THREAD
    EACH_THREAD
        if (tid == 0) {
            known.boards = 0;
            known.in_play = 0;
            for (int i = 0; i < 8; i++) {
                known.held[known.cards[i] & 3] |= 1 << (known.cards[i] >> 2);
                known.live[known.cards[i] >> 2]--;
            }
            for (int suit = 0; suit < 4; suit++)
                if (bits(known.held[suit]) > 1) known.suits[known.in_play++] = suit;
        }
    END_THREAD
    EACH_THREAD
        if (tid == LANES - 1) find_straight_flushes(known);
        for (int i = tid; i < 5 * 56; i += LANES) fill_factor(known, i / 56, i % 56);
        for (int h = tid; h < 70; h += LANES) {
            int low = 0;
            for (int i = 0; i < 4; i++)
                low |= 1 << ((known.cards[HANDS[h][i]] >> 2) + 1) % 13;
            known.low_hands[h] = low & 255;
        }
        for (int m = tid; m < 35; m += LANES) {
            known.won[m] = known.decided[m] = 0;
            for (int s = 0; s < known.in_play; s++) {
                int winner = flush_winner(known, MASKS[m], known.suits[s]);
                known.flush[m][s] = winner;
                known.won[m] |= (u32)(winner > 0) << 8 * s;
                known.decided[m] |= (u32)(winner != 0) << 8 * s;
            }
        }
        if (tid < 8)
            for (int j = tid + 1, p = tid * (15 - tid) / 2; j < 8; j++, p++)
                known.columns[p] = pair_column(known.cards[tid] >> 2, known.cards[j] >> 2);
    END_THREAD
    EACH_THREAD
        for (int strip = 0; strip < tables.strip_count; strip++) {
            u32 sums[35], boards = 0;
#ifdef __CUDACC__
#pragma unroll
#endif
            for (int m = 0; m < 35; m++) sums[m] = 0;
#ifdef __CUDACC__
#pragma unroll 1
#endif
            for (int tile = tables.strips[strip]; tile < tables.strips[strip + 1]; tile++)
                play_tile(known, tables, tile * LANES + tid, sums, &boards);
            split_pots(known, tables, strip * LANES + tid, sums, boards);
        }
        int tasks = known.first[known.in_play] * TASKS;
        for (int t = tid; t < tasks; t += LANES) correct_task(known, tables, t / TASKS, t % TASKS);
    END_THREAD
    EACH_THREAD
        for (int m = tid; m < 35; m += LANES) {
            u32 *row = results + (35 * (long long)set + m) * 5;
            int rest = known.boards;
            for (int i = 0; i < 4; i++) {
                row[i] = known.counts[m][i];
                rest -= known.counts[m][i];
            }
            row[4] = rest;
        }
    END_THREAD
}

INLINE int class_of_hand(const u8 *cards, const u8 *places, const u16 *class_of)
{
    int index = 0;
    for (int i = 0; i < 4; i++) index += choose(cards[places[i]], 4 - i);  // highest card first
    return class_of[index];
}

// Add a match-up, as often as its set stands for, to the pair of its classes: what the lower class
// wins. The twin of add_matchups in _matchup_kernels.py.
INLINE void add_matchup(long long at, const u8 *sets, const u8 *orbits, const u32 *results,
                        const u16 *class_of, u32 *deals, u32 *won, u32 *wrong)
{
    const int set = at / 35, m = at % 35;
    const u32 *row = results + 5 * at;
    u32 boards = 0, quarters = 0, times = orbits[set];
    for (int i = 0; i < 5; i++) {
        boards += row[i];
        quarters += (4 - i) * row[i];
    }
    if (boards != ALL_BOARDS) take(wrong, 1u);
    int a = class_of_hand(sets + 8 * set, HANDS[2 * m], class_of);
    int b = class_of_hand(sets + 8 * set, HANDS[2 * m + 1], class_of);
    if (a > b) {
        int swap = a;
        a = b;
        b = swap;
        quarters = 4 * ALL_BOARDS - quarters;
    }
    int pair = b * (b + 1) / 2 + a;
    take(deals + pair, a == b ? 2 * times : times);
    take(won + pair, times * (a == b ? 4 * ALL_BOARDS : quarters));
}

#ifdef __CUDACC__
extern "C" __global__ void add_matchups(int count, const u8 *sets, const u8 *orbits,
    const u32 *results, const u16 *class_of, u32 *deals, u32 *won, u32 *wrong)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (at < 35LL * count)
        add_matchup(at, sets, orbits, results, class_of, deals, won, wrong);
}
#else
extern "C" void count_pots_here(int count, ARGUMENTS)
{
    for (int set = 0; set < count; set++)
        count_pots(set, sets, values, places, suited, lane, low_lane, lows, strips, lanes,
                   strip_count, results);
}

extern "C" void add_matchups_here(int count, const u8 *sets, const u8 *orbits,
    const u32 *results, const u16 *class_of, u32 *deals, u32 *won, u32 *wrong)
{
    for (long long at = 0; at < 35LL * count; at++)
        add_matchup(at, sets, orbits, results, class_of, deals, won, wrong);
}
#endif
