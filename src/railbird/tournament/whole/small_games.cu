// Small games on a GPU: what `_margin_kernels.solve` and `_group_kernels.build` do, a block of
// threads for each state. See there for what everything means.
//
// The threads of a block take turns with EACH, and wait for each other with SYNC. Nothing else passes
// between them, so that a CPU can run the same code with loops: the tests do.

#ifdef __CUDACC__
#define EACH(t, n) for (int t = threadIdx.x; t < (n); t += blockDim.x)
#define SYNC __syncthreads();
#define SHARED __shared__
#define DEVICE __device__
#define KERNEL extern "C" __global__ void __launch_bounds__(256, 3)
#define BLOCK blockIdx.x
#define BLOCKS gridDim.x
#else
#include <cmath>
#define EACH(t, n) for (int t = 0; t < (n); t++)
#define SYNC
#define SHARED static
#define DEVICE static
#define KERNEL extern "C" void
#define BLOCK 0
#define BLOCKS 1
#endif

// Given: PLAYERS, NODES, ENDS, BUCKETS, WIDE (floats of an order in a row of the table of triples)
#define CLASSES 169
#define SIZE 16
#define LANES 16
#define ORDERS 6
#define CELLS (SIZE * SIZE)
#define PAIRS (PLAYERS * (PLAYERS - 1) / 2)
#define TRIPLES (PLAYERS * (PLAYERS - 1) * (PLAYERS - 2) / 6 + 1)
#define THIRDS (PLAYERS > 2 ? PLAYERS - 2 : 1)
#define ROW (ORDERS * WIDE)
#define GROUPS (NODES * SIZE)
#define MOST (SIZE - 1 - 2 * 2)
#define ENDLESS 3e38f
#define TINY 1e-7f
#define AVERAGE_EVERY 16

enum { SINGLE, UP, DOWN };

// Numbers of decisions, pairs, triples and ends, see `HandShape`.
struct Shape {
    int firsts[PLAYERS], seconds[PLAYERS][PLAYERS], thirds[PLAYERS][PLAYERS][PLAYERS];
    int pairs[PLAYERS][PLAYERS], triples[PLAYERS][PLAYERS][PLAYERS];
    int one[PLAYERS], two[PLAYERS][PLAYERS], three[PLAYERS][PLAYERS][PLAYERS];
    int players_of[NODES], bands[NODES];
    float still[NODES];
};

struct Tables {
    const int* bucket_of;
    const float *dealt, *masses, *joint, *two, *three;
};

// What a block needs for one state, in global memory.
struct Room {
    float inside[NODES * CLASSES], outside[NODES * CLASSES];
    unsigned char groups[NODES * CLASSES], kinds[GROUPS];
    short lists[GROUPS * BUCKETS];
    float weights[GROUPS * BUCKETS];
    float both[PAIRS * CELLS], over[PAIRS * CELLS], won[PAIRS * 2 * CELLS];
    float rows[BUCKETS * ROW], summed[SIZE * ROW];
    float orders[TRIPLES * CELLS * ORDERS * SIZE];
    float mean[GROUPS], best[GROUPS], average[GROUPS], fold[GROUPS], jam[GROUPS];
};

// What all threads of a block share.
struct Shared {
    int counts[NODES], lengths[GROUPS];
    float pay[PLAYERS * ENDS];
    unsigned char needed[BUCKETS];
    float plays[GROUPS], edges[GROUPS], offset[GROUPS], single[GROUPS];
    float folds[PAIRS * SIZE], jams[PLAYERS], walk[PLAYERS];
    float worth[PLAYERS * SIZE], jammed[PLAYERS * SIZE];
    float here[PLAYERS * CELLS], weights[THIRDS * ORDERS * CELLS], parts[THIRDS * CELLS];
    float losses[NODES], base[PLAYERS], gains[PLAYERS];
    int top;
};

// Groups

DEVICE int next_of(const float* sizes, unsigned int* open)
{
    float best = ENDLESS;
    int found = -1;
    for (int c = 0; c < CLASSES; c++)
        if ((open[c / 32] >> (c % 32) & 1) && sizes[c] < best) {
            best = sizes[c];
            found = c;
        }
    if (found >= 0) open[found / 32] &= ~(1u << (found % 32));
    return found;
}

DEVICE int together(
    const float* edges, const float* sizes, const unsigned int* open, int kind, int most, int count,
    unsigned char* groups, unsigned char* kinds)
{
    unsigned int here[6] = {0, 0, 0, 0, 0, 0};
    int many = 0;
    for (int c = 0; c < CLASSES; c++)
        if ((open[c / 32] >> (c % 32) & 1) && (edges[c] > 0) == (kind == UP)) {
            here[c / 32] |= 1u << (c % 32);
            many++;
        }
    int used = most < many ? most : many;
    for (int at = 0; at < many; at++) {
        int group = count + 1 + at * used / many;
        groups[next_of(sizes, here)] = group;
        kinds[group] = kind;
    }
    return count + used;
}

DEVICE int choose(
    const float* jams, const float* edges, const float* dealt, bool is_still, int bands,
    unsigned char* groups, float* inside, float* outside, unsigned char* kinds, float* starts)
{
    const int sizes_of_bands[2] = {6, 18};
    float sizes[CLASSES];
    unsigned int open[6] = {0, 0, 0, 0, 0, 0};
    int losing = 0, count = 0;
    bool reached = false;
    for (int c = 0; c < CLASSES; c++) {
        outside[c] = jams[c];
        inside[c] = 0;
        groups[c] = 0;
        reached = reached || edges[c] != 0;
        sizes[c] = fabsf(edges[c]) / dealt[c];
        if ((edges[c] > 0 && jams[c] < 1) || (edges[c] < 0 && jams[c] > 0)) {
            open[c / 32] |= 1u << (c % 32);
            losing++;
        }
    }
    if (is_still || !reached) return 0;
    if (losing > MOST) {
        count = together(edges, sizes, open, UP, MOST / 2, 0, groups, kinds);
        count = together(edges, sizes, open, DOWN, MOST / 2, count, groups, kinds);
    } else {
        for (int at = 0; at < MOST; at++) {
            if (at == losing)
                for (int c = 0; c < CLASSES; c++)
                    if (groups[c] == 0) open[c / 32] |= 1u << (c % 32);
            int found = next_of(sizes, open);
            groups[found] = ++count;
            kinds[count] = SINGLE;
        }
    }
    for (int kind = UP; kind <= DOWN; kind++) {
        for (int word = 0; word < 6; word++) open[word] = 0;
        for (int c = 0; c < CLASSES; c++)
            if (groups[c] == 0 && (jams[c] < 0.5f) == (kind == UP)) open[c / 32] |= 1u << (c % 32);
        for (int band = 0; band < bands; band++) {
            int found = next_of(sizes, open);
            if (found < 0) break;
            kinds[++count] = kind;
            for (int at = 0; at < sizes_of_bands[band] && found >= 0; at++) {
                groups[found] = count;
                found = next_of(sizes, open);
            }
            if (found >= 0) open[found / 32] |= 1u << (found % 32);
        }
    }
    for (int c = 0; c < CLASSES; c++) {
        int g = groups[c];
        if (g == 0) continue;
        inside[c] = kinds[g] == SINGLE ? 1.0f : kinds[g] == UP ? 1 - jams[c] : jams[c];
        outside[c] = kinds[g] == UP ? jams[c] : 0.0f;
        starts[g] = kinds[g] == SINGLE ? jams[c] : kinds[g] == UP ? 0.0f : 1.0f;
    }
    return count;
}

// The buckets and weights of one group.
DEVICE void weigh(int node, int g, const Tables& tables, Room& room, Shared& own)
{
    float mass[BUCKETS];
    for (int at = 0; at < BUCKETS; at++) mass[at] = 0;
    for (int c = 0; c < CLASSES; c++) {
        float weight = (g == 0 ? room.outside : room.inside)[node * CLASSES + c];
        if (weight > 0 && (g == 0 || room.groups[node * CLASSES + c] == g))
            mass[tables.bucket_of[c]] += weight * tables.dealt[c];
    }
    int found = 0, row = node * SIZE + g;
    for (int at = 0; at < BUCKETS; at++)
        if (mass[at] > 0) {
            room.lists[row * BUCKETS + found] = at;
            room.weights[row * BUCKETS + found] = mass[at] / tables.masses[at];
            found++;
        }
    own.lengths[row] = found;
}

// The small game of one state.
DEVICE void build(const Shape& shape, const Tables& tables, Room& room, Shared& own)
{
    EACH (t, GROUPS)
        if (t % SIZE <= own.counts[t / SIZE]) weigh(t / SIZE, t % SIZE, tables, room, own);
    SYNC
    EACH (t, GROUPS) {
        float mass = 0;
        if (t % SIZE <= own.counts[t / SIZE])
            for (int x = 0; x < own.lengths[t]; x++)
                mass += room.weights[t * BUCKETS + x] * tables.masses[room.lists[t * BUCKETS + x]];
        own.single[t] = mass;
    }
    EACH (t, PAIRS * CELLS) {
        // those with the longest lists lie in different threads
        int pair = t % PAIRS, a = t / PAIRS / SIZE, b = t / PAIRS % SIZE, i = 0, j = pair + 1;
        while (j > PLAYERS - 1) {
            i++;
            j = j - (PLAYERS - 1) + i;
        }
        int first = shape.firsts[i] * SIZE + a, second = shape.seconds[i][j] * SIZE + b;
        if (a > own.counts[shape.firsts[i]] || b > own.counts[shape.seconds[i][j]]) continue;
        float mass = 0, wins = 0, loses = 0;
        for (int x = 0; x < own.lengths[first]; x++) {
            int ca = room.lists[first * BUCKETS + x];
            float wa = room.weights[first * BUCKETS + x];
            for (int y = 0; y < own.lengths[second]; y++) {
                int cell = ca * BUCKETS + room.lists[second * BUCKETS + y];
                float part = wa * room.weights[second * BUCKETS + y] * tables.joint[cell];
                mass += part;
                wins += part * tables.two[cell];
                loses += part * tables.two[BUCKETS * BUCKETS + cell];
            }
        }
        int at = shape.pairs[i][j] * CELLS + a * SIZE + b;
        room.both[at] = mass;
        room.over[at] = mass > 0 ? 1 / mass : 0;
        room.won[(2 * shape.pairs[i][j]) * CELLS + a * SIZE + b] = wins;
        room.won[(2 * shape.pairs[i][j] + 1) * CELLS + a * SIZE + b] = loses;
    }
    SYNC
    for (int i = 0; i < PLAYERS - 2; i++) {
        int first = shape.firsts[i];
        EACH (t, BUCKETS) own.needed[t] = 0;
        EACH (t, 1) own.top = 0;
        SYNC
        for (int j = i + 1; j < PLAYERS - 1; j++) {
            EACH (t, 1)
                for (int g = 0; g <= own.counts[shape.seconds[i][j]]; g++) {
                    int row = shape.seconds[i][j] * SIZE + g, length = own.lengths[row];
                    // lists are in order
                    int above = length ? room.lists[row * BUCKETS + length - 1] + 1 : 0;
                    if (above > own.top) own.top = above;
                }
            for (int k = j + 1; k < PLAYERS; k++)
                EACH (g, own.counts[shape.thirds[i][j][k]] + 1) {
                    int row = shape.thirds[i][j][k] * SIZE + g;
                    for (int x = 0; x < own.lengths[row]; x++)
                        own.needed[room.lists[row * BUCKETS + x]] = 1;
                }
        }
        SYNC
        int length = (own.top + LANES - 1) / LANES * ORDERS * LANES;
        for (int ga = 0; ga <= own.counts[first]; ga++) {
            int row = first * SIZE + ga;
            EACH (t, BUCKETS * length) {
                int c = t / length, x = t % length;
                if (!own.needed[c]) continue;
                float sum = 0;
                for (int m = 0; m < own.lengths[row]; m++)
                    sum += room.weights[row * BUCKETS + m]
                        * tables.three[(room.lists[row * BUCKETS + m] * BUCKETS + c) * ROW + x];
                room.rows[c * length + x] = sum;
            }
            SYNC
            for (int j = i + 1; j < PLAYERS - 1; j++) {
                int second = shape.seconds[i][j], many = own.counts[second] + 1;
                for (int k = j + 1; k < PLAYERS; k++) {
                    int third = shape.thirds[i][j][k];
                    EACH (t, (own.counts[third] + 1) * length) {
                        int gc = third * SIZE + t / length, x = t % length;
                        float sum = 0;
                        for (int m = 0; m < own.lengths[gc]; m++)
                            sum += room.weights[gc * BUCKETS + m]
                                * room.rows[room.lists[gc * BUCKETS + m] * length + x];
                        room.summed[t] = sum;
                    }
                    SYNC
                    int triple = shape.triples[i][j][k] * SIZE + ga;
                    EACH (t, (own.counts[third] + 1) * ORDERS * many) {
                        int gb = t % many, order = t / many % ORDERS, gc = t / many / ORDERS;
                        int list = second * SIZE + gb;
                        float sum = 0;
                        for (int m = 0; m < own.lengths[list]; m++) {
                            int b = room.lists[list * BUCKETS + m];
                            int x = b / LANES * ORDERS * LANES + order * LANES + b % LANES;
                            sum += room.weights[list * BUCKETS + m] * room.summed[gc * length + x];
                        }
                        room.orders[((triple * SIZE + gc) * ORDERS + order) * SIZE + gb] = sum;
                    }
                    SYNC
                }
            }
        }
    }
}

// Edges

// What follows from third callers behind the jams of i and j, for each pair of their groups.
DEVICE void behind_two(
    int i, int j, const float* plays, const Shape& shape, Room& room, Shared& own)
{
    const float* pay = own.pay;
    int first = shape.firsts[i], second = shape.seconds[i][j], pair = shape.pairs[i][j];
    int many = own.counts[second] + 1;
    float unopened = 1;
    for (int before = 0; before < i; before++) unopened *= 1 - own.jams[before];
    EACH (t, (own.counts[first] + 1) * many) {
        int a = t / many, b = t % many, cell = a * SIZE + b;
        float alone = unopened * plays[first * SIZE + a];
        for (int between = i + 1; between < j; between++)
            alone *= own.folds[shape.pairs[i][between] * SIZE + a];
        float met[THIRDS][ORDERS], called[THIRDS], left[THIRDS + 1], paid[PLAYERS];
        left[0] = 1;
#pragma unroll
        for (int p = 0; p < PLAYERS; p++) paid[p] = 0;
#pragma unroll
        for (int at = 0; at < THIRDS; at++) {
            int k = j + 1 + at;
            left[at + 1] = left[at];
            called[at] = 0;
#pragma unroll
            for (int o = 0; o < ORDERS; o++) met[at][o] = 0;
            if (k >= PLAYERS) continue;
            int third = shape.thirds[i][j][k];
            int row = (shape.triples[i][j][k] * SIZE + a) * SIZE;
            for (int c = 0; c <= own.counts[third]; c++) {
                float y = plays[third * SIZE + c];
                if (y == 0) continue;
                const float* from = room.orders + (row + c) * ORDERS * SIZE + b;
#pragma unroll
                for (int o = 0; o < ORDERS; o++) met[at][o] += y * from[o * SIZE];
            }
            float sum = 0;
#pragma unroll
            for (int o = 0; o < ORDERS; o++) sum += met[at][o];
            called[at] = room.over[pair * CELLS + cell] * sum;
#pragma unroll
            for (int p = 0; p < PLAYERS; p++)
                if (p <= j) {
                    const float* end = pay + p * ENDS + shape.three[i][j][k];
                    float got = 0;
#pragma unroll
                    for (int o = 0; o < ORDERS; o++) got += end[o] * met[at][o];
                    paid[p] += left[at] * got;
                }
            left[at + 1] = left[at] * (1 - called[at]);
        }
        float won = room.won[2 * pair * CELLS + cell], lost = room.won[(2 * pair + 1) * CELLS + cell];
        int two = shape.two[i][j];
#pragma unroll
        for (int p = 0; p < PLAYERS; p++)
            if (p <= j)
                own.here[p * CELLS + cell] = paid[p]
                    + left[THIRDS] * (pay[p * ENDS + two] * won + pay[p * ENDS + two + 1] * lost);
#pragma unroll
        for (int at = 0; at < THIRDS; at++) {
            int k = j + 1 + at;
            if (k >= PLAYERS) continue;
            float folding = 0, rest = 1;
#pragma unroll
            for (int later = 0; later < THIRDS; later++) {
                if (later <= at || j + 1 + later >= PLAYERS) continue;
                const float* end = pay + k * ENDS + shape.three[i][j][j + 1 + later];
                float got = 0;
#pragma unroll
                for (int o = 0; o < ORDERS; o++) got += end[o] * met[later][o];
                folding += rest * got;
                rest *= 1 - called[later];
            }
            folding += rest * (pay[k * ENDS + two] * won + pay[k * ENDS + two + 1] * lost);
            folding *= room.over[pair * CELLS + cell];
            float reach = alone * plays[second * SIZE + b] * left[at];
            const float* end = pay + k * ENDS + shape.three[i][j][k];
#pragma unroll
            for (int o = 0; o < ORDERS; o++)
                own.weights[(at * ORDERS + o) * CELLS + cell] = reach * (end[o] - folding);
        }
    }
    SYNC
    // what the players up to j get if j jams too
    EACH (t, (j + 1) * SIZE) {
        int p = t / SIZE, a = t % SIZE;
        float sum = 0, mass = own.single[first * SIZE + a];
        if (a <= own.counts[first])
            for (int b = 0; b < many; b++)
                sum += plays[second * SIZE + b] * own.here[p * CELLS + a * SIZE + b];
        own.jammed[t] = mass > 0 ? sum / mass : 0;
    }
    EACH (b, many) {
        float sum = 0;
        for (int a = 0; a <= own.counts[first]; a++) {
            float alone = unopened * plays[first * SIZE + a];
            for (int between = i + 1; between < j; between++)
                alone *= own.folds[shape.pairs[i][between] * SIZE + a];
            int cell = a * SIZE + b;
            sum += alone
                * (own.here[j * CELLS + cell]
                   - room.both[pair * CELLS + cell] * own.worth[j * SIZE + a]);
        }
        own.edges[second * SIZE + b] = sum;
    }
    EACH (t, (PLAYERS - 1 - j) * CELLS) {
        int at = t / CELLS, c = t / SIZE % SIZE, a = t % SIZE, k = j + 1 + at;
        float sum = 0;
        if (c > 0 && c <= own.counts[shape.thirds[i][j][k]] && a <= own.counts[first]) {
            int row = (shape.triples[i][j][k] * SIZE + a) * SIZE + c;
            const float* from = room.orders + row * ORDERS * SIZE;
            const float* weights = own.weights + at * ORDERS * CELLS + a * SIZE;
            for (int o = 0; o < ORDERS; o++)
                for (int b = 0; b < many; b++) sum += weights[o * CELLS + b] * from[o * SIZE + b];
        }
        own.parts[t] = sum;
    }
    SYNC
    EACH (t, (j + 1) * SIZE) {
        int a = t % SIZE;
        own.worth[t] = own.jammed[t] + own.folds[pair * SIZE + a] * own.worth[t];
    }
    EACH (t, (PLAYERS - 1 - j) * SIZE) {
        int k = j + 1 + t / SIZE;
        float sum = 0;
        for (int a = 0; a < SIZE; a++) sum += own.parts[t * SIZE + a];
        own.edges[shape.thirds[i][j][k] * SIZE + t % SIZE] = sum;
    }
    SYNC
}

// Edges of all groups of a small game.
DEVICE void evaluate(const float* plays, const Shape& shape, Room& room, Shared& own)
{
    EACH (i, PLAYERS - 1) {
        int first = shape.firsts[i] * SIZE;
        float jam = 0;
        for (int a = 0; a <= own.counts[shape.firsts[i]]; a++)
            jam += plays[first + a] * own.single[first + a];
        own.jams[i] = jam;
    }
    EACH (p, PLAYERS) own.walk[p] = 0;
    for (int i = 0; i < PLAYERS - 1; i++)
        for (int j = i + 1; j < PLAYERS; j++)
            EACH (a, SIZE) {
                int second = shape.seconds[i][j] * SIZE, pair = shape.pairs[i][j];
                float calls = 0, mass = own.single[shape.firsts[i] * SIZE + a];
                if (a <= own.counts[shape.firsts[i]])
                    for (int b = 0; b <= own.counts[shape.seconds[i][j]]; b++)
                        calls += plays[second + b] * room.both[pair * CELLS + a * SIZE + b];
                own.folds[pair * SIZE + a] = mass > 0 ? 1 - calls / mass : 1;
            }
    SYNC
    float unopened[PLAYERS];
    unopened[0] = 1;
    for (int i = 0; i < PLAYERS - 1; i++) unopened[i + 1] = unopened[i] * (1 - own.jams[i]);
    for (int i = PLAYERS - 2; i >= 0; i--) {
        int first = shape.firsts[i] * SIZE;
        EACH (t, PLAYERS * SIZE) own.worth[t] = own.pay[t / SIZE * ENDS + shape.one[i]];
        SYNC
        for (int j = PLAYERS - 1; j > i; j--) behind_two(i, j, plays, shape, room, own);
        EACH (a, SIZE)
            own.edges[first + a] =
                unopened[i] * own.single[first + a] * (own.worth[i * SIZE + a] - own.walk[i]);
        SYNC
        EACH (p, i + 1) {
            float opened = 0;
            for (int a = 0; a <= own.counts[shape.firsts[i]]; a++)
                opened += plays[first + a] * own.single[first + a] * own.worth[p * SIZE + a];
            own.walk[p] = opened + (1 - own.jams[i]) * own.walk[p];
        }
        SYNC
    }
}

// The most that a player gains at the groups at the margin, and beside them.
DEVICE float lost(const float* plays, const Shape& shape, Shared& own)
{
    EACH (node, NODES) {
        float sum = 0;
        for (int g = 1; g <= own.counts[node]; g++) {
            int at = node * SIZE + g;
            float e = own.edges[at] + own.offset[at], y = plays[at];
            sum += e > 0 ? e * (1 - y) : -e * y;
        }
        own.losses[node] = sum;
    }
    SYNC
    EACH (p, PLAYERS) {
        float sum = own.base[p];
        for (int node = 0; node < NODES; node++)
            if (shape.players_of[node] == p) sum += own.losses[node];
        own.gains[p] = sum;
    }
    SYNC
    float most = own.gains[0];
    for (int p = 1; p < PLAYERS; p++) most = fmaxf(most, own.gains[p]);
    return most;
}

DEVICE float settled(float y)
{
    return y < TINY ? 0 : y > 1 - TINY ? 1 : y;
}

KERNEL room_size(long long* bytes)
{
    EACH (t, 1) bytes[0] = sizeof(Room);
}

KERNEL solve(
    const float* jams, const float* edges, const float* payoffs, const unsigned char* forced,
    const Shape* shape_at, const int* bucket_of, const float* dealt, const float* masses,
    const float* joint, const float* two, const float* three, Room* rooms, float* found,
    float* expected, int states, int iterations, float target, float part, float alpha, float gamma)
{
    SHARED Shared own;
    const Shape& shape = *shape_at;
    const Tables tables = {bucket_of, dealt, masses, joint, two, three};
    Room& room = rooms[BLOCK];
    for (int s = BLOCK; s < states; s += BLOCKS) {
        const float* played = jams + (long long)s * NODES * CLASSES;
        const float* exact = edges + (long long)s * NODES * CLASSES;
        EACH (t, PLAYERS * ENDS) own.pay[t] = payoffs[(long long)s * PLAYERS * ENDS + t];
        EACH (node, NODES) {
            const float *x = played + node * CLASSES, *e = exact + node * CLASSES;
            unsigned char* groups = room.groups + node * CLASSES;
            float loss = 0, starts[SIZE], offset[SIZE], rest = 0;
            for (int c = 0; c < CLASSES; c++) loss += e[c] > 0 ? e[c] * (1 - x[c]) : -e[c] * x[c];
            bool is_still = forced[s * NODES + node] || loss < shape.still[node] * target;
            int count = choose(
                x, e, dealt, is_still, shape.bands[node], groups, room.inside + node * CLASSES,
                room.outside + node * CLASSES, room.kinds + node * SIZE, starts);
            for (int g = 0; g < SIZE; g++) offset[g] = 0;
            for (int c = 0; c < CLASSES; c++)
                if (groups[c] > 0)
                    offset[groups[c]] += e[c] * room.inside[node * CLASSES + c];
                else
                    rest += e[c] > 0 ? e[c] * (1 - x[c]) : -e[c] * x[c];
            own.counts[node] = count;
            own.losses[node] = rest;
            for (int g = 0; g < SIZE; g++) {
                bool is_group = g > 0 && g <= count;
                own.plays[node * SIZE + g] = g == 0 ? 1 : is_group ? starts[g] : 0;
                own.offset[node * SIZE + g] = offset[g];
                own.edges[node * SIZE + g] = 0;
            }
        }
        SYNC
        EACH (p, PLAYERS) {
            float sum = 0;
            for (int node = 0; node < NODES; node++)
                if (shape.players_of[node] == p) sum += own.losses[node];
            own.base[p] = sum;
        }
        build(shape, tables, room, own);
        evaluate(own.plays, shape, room, own);
        EACH (t, GROUPS) {
            float e = own.offset[t], y = own.plays[t];
            own.offset[t] = e - own.edges[t];
            room.fold[t] = fabsf(e) * (1 - y);
            room.jam[t] = fabsf(e) * y;
            room.mean[t] = y;
            room.best[t] = y;
            room.average[t] = y;
        }
        SYNC
        float weights = 1, least = ENDLESS, enough = target;
        for (int t = 2; t < iterations + 2; t++) {
            if (t > 2) evaluate(own.plays, shape, room, own);
            float gain = lost(own.plays, shape, own);
            if (t == 2) enough = fmaxf(target, part * gain);
            if (gain < least) {
                least = gain;
                EACH (x, GROUPS) room.best[x] = own.plays[x];
            }
            if (least <= enough) break;
            float discount = 1 / (1 + powf(t, -alpha)), weight = powf(t, gamma);
            weights += weight;
            EACH (x, GROUPS)
                if (x % SIZE > 0 && x % SIZE <= own.counts[x / SIZE]) {
                    float e = own.edges[x] + own.offset[x], y = own.plays[x];
                    room.mean[x] += weight * y;
                    float f = fmaxf(room.fold[x] - y * e, 0) * discount;
                    float j = fmaxf(room.jam[x] + (1 - y) * e, 0) * discount;
                    room.fold[x] = f;
                    room.jam[x] = j;
                    f = fmaxf(f - y * e, 0);
                    j = fmaxf(j + (1 - y) * e, 0);
                    own.plays[x] = f + j > 0 ? settled(j / (f + j)) : 0.5f;
                }
            SYNC
            if (t % AVERAGE_EVERY == 0) {
                EACH (x, GROUPS)
                    if (x % SIZE > 0 && x % SIZE <= own.counts[x / SIZE])
                        room.average[x] = settled(room.mean[x] / weights);
                SYNC
                evaluate(room.average, shape, room, own);
                gain = lost(room.average, shape, own);
                if (gain < least) {
                    least = gain;
                    EACH (x, GROUPS) room.best[x] = room.average[x];
                }
            }
        }
        SYNC
        EACH (t, 1) expected[s] = least;
        EACH (t, NODES * CLASSES) {
            int node = t / CLASSES, g = room.groups[t];
            float x = played[t];
            if (g > 0) {
                float y = room.best[node * SIZE + g];
                int kind = room.kinds[node * SIZE + g];
                x = kind == UP ? x + (1 - x) * y : kind == DOWN ? x * y : y;
            }
            found[(long long)s * NODES * CLASSES + t] = x;
        }
        SYNC
    }
}
