<?php
/**
 * Where the plugin Redirection is active, editors manage redirects there: the own screen is not shown, and the site follows the redirects
 * of that plugin. Redirects that were entered on the own screen before still apply to addresses that Redirection does not redirect.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

defined( 'ABSPATH' ) || exit;

foreach ( array( 'updated', 'deleted', 'enabled', 'disabled' ) as $change ) {
	add_action( "redirection_redirect_$change", static fn() => changed_tags( array( 'redirects' ) ) );
}

function has_redirection_plugin(): bool {
	return defined( 'REDIRECTION_VERSION' );
}

/**
 * The redirects of one address to another, by path. Redirection's other rules, such as regular expressions, have no equivalent on the site.
 *
 * @return array<string, array{to: string, status: int}>
 */
function redirection_redirects(): array {
	global $wpdb;

	$rows      = $wpdb->get_results( // phpcs:ignore WordPress.DB.DirectDatabaseQuery
		$wpdb->prepare(
			"SELECT i.url, i.action_code, i.action_data FROM %i i JOIN %i g ON g.id = i.group_id
			WHERE i.status = 'enabled' AND g.status = 'enabled' AND i.regex = 0 AND i.match_type = 'url' AND i.action_type = 'url'
			ORDER BY i.position, i.id LIMIT %d",
			$wpdb->prefix . 'redirection_items',
			$wpdb->prefix . 'redirection_groups',
			MAX_REDIRECTS
		)
	);
	$redirects = array();
	foreach ( $rows as $row ) {
		[ 'from' => $from, 'to' => $to, 'errors' => $errors ] = read_redirect( (string) $row->url, (string) $row->action_data );
		if ( array() === $errors && path_of_target( $to ) !== $from ) {
			$redirects += array(
				$from => array(
					'to'     => $to,
					'status' => in_array( (int) $row->action_code, array( 302, 303, 307 ), true ) ? 302 : 301,
				),
			);
		}
	}

	return $redirects;
}
