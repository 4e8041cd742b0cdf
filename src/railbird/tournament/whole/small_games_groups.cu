// Small games on a GPU: what `_group_kernels.choose` and `build` do, a block of threads for each state.
// See there for what everything means. `small_games.cu` follows.
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
#ifdef BACKWARDS
#define EACH(t, n) for (int t = (n) - 1; t >= 0; t--)
#else
#define EACH(t, n) for (int t = 0; t < (n); t++)
#endif
#define SYNC
#define SHARED static
#define DEVICE static
#define KERNEL extern "C" void
#define BLOCK 0
#define BLOCKS 1
#endif

// Given: PLAYERS, NODES, ENDS, BUCKETS, WIDE (floats of an order in a row of the table of triples), and
// the numbers of the kernels: CLASSES, SIZE, LANES, ORDERS, BAND_0, BAND_1, AVERAGE_EVERY, TINY
#define CELLS (SIZE * SIZE)
#define PAIRS (PLAYERS * (PLAYERS - 1) / 2)
#define TRIPLES (PLAYERS * (PLAYERS - 1) * (PLAYERS - 2) / 6 + 1)
#define THIRDS (PLAYERS > 2 ? PLAYERS - 2 : 1)
#define ROW (ORDERS * WIDE)
#define GROUPS (NODES * SIZE)
#define MET (THIRDS * (ORDERS + 1) * CELLS)
#define MOST (SIZE - 1 - 2 * 2)
#define ENDLESS 3e38f

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
#if PLAYERS > 5
    float met[MET];
#endif
};

// What all threads of a block share.
struct Shared {
    int counts[NODES], lengths[GROUPS];
    float pay[PLAYERS * ENDS];
    unsigned char needed[BUCKETS];
    float plays[GROUPS], edges[GROUPS], offset[GROUPS], single[GROUPS];
    float folds[PAIRS * SIZE], jams[PLAYERS], walk[PLAYERS];
    float worth[PLAYERS * SIZE], jammed[PLAYERS * SIZE];
    float here[PLAYERS * CELLS];
#if PLAYERS <= 5
    float met[MET]; // the memory that a block shares has no room for more players
#endif
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
    const int sizes_of_bands[2] = {BAND_0, BAND_1};
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
